import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { retentionCopy as copy } from '../copy/settings.copy.js';
import { ConfirmByTyping } from '../shell/confirm-by-typing.js';
import { Problem } from '../shell/states.js';
import { daysOf, isShorter, MOST_DAYS } from './retention.model.js';
import { countOutlived, outlivedKey } from './settings-api.js';
import { useChange } from './use-change.js';

/** How long footage is kept, to read. */
export function KeptFor({ retentionDays }: { retentionDays: number | null }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p>{retentionDays === null ? copy.forever : copy.days(retentionDays)}</p>
      <p className="hint">{copy.hint}</p>
    </section>
  );
}

/** How long footage is kept, to change. A shorter time deletes footage, and is confirmed by typing. */
export function Retention({ retentionDays }: { retentionDays: number | null }) {
  const id = useId();
  const change = useChange();
  const [isLimited, limit] = useState(retentionDays !== null);
  const [text, setText] = useState(String(retentionDays ?? ''));
  const [asked, ask] = useState<number | null>(null);
  const wanted = isLimited ? daysOf(text) : null;
  const save = (days: number | null) => {
    if (!change.isPending) change.mutate({ retentionDays: days }, { onSuccess: () => ask(null) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === undefined) return;
    if (isShorter(retentionDays, wanted)) ask(wanted);
    else save(wanted);
  };
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p role="status">{retentionDays === null ? copy.forever : copy.days(retentionDays)}</p>
      {asked === null ? (
        <form className="form" onSubmit={submit} aria-labelledby={id}>
          <Choice {...{ isLimited, limit, text, setText }} />
          <Problem error={change.error} />
          <div className="actions">
            <button type="submit" className="button" aria-disabled={wanted === undefined || change.isPending}>
              {copy.save}
            </button>
          </div>
        </form>
      ) : (
        <Shorter
          days={asked}
          error={change.error}
          isBusy={change.isPending}
          onConfirmed={() => save(asked)}
          onCancel={() => ask(null)}
        />
      )}
    </section>
  );
}

interface ShorterProps {
  days: number;
  error: Error | null;
  isBusy: boolean;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Says how many recordings go, before they do: nothing can be confirmed until they are counted. */
function Shorter({ days, error, isBusy, onConfirmed, onCancel }: ShorterProps) {
  const outlived = useQuery({ queryKey: outlivedKey(days), queryFn: () => countOutlived(days), gcTime: 0 });
  const { data } = outlived;
  return (
    <>
      <p role="status">
        {outlived.isPending && copy.counting}
        {data && <strong>{copy.counted(data.recordings, data.hasMore)}</strong>}
      </p>
      <Problem error={outlived.error} onRetry={() => void outlived.refetch()} />
      <ConfirmByTyping
        title={copy.confirmTitle}
        hint={copy.confirmHint(days)}
        label={copy.confirmLabel(copy.word)}
        name={copy.word}
        action={copy.confirm}
        error={error}
        isBusy={isBusy || !data}
        onConfirmed={onConfirmed}
        onCancel={onCancel}
      />
    </>
  );
}

interface ChoiceProps {
  isLimited: boolean;
  limit: (isLimited: boolean) => void;
  text: string;
  setText: (text: string) => void;
}

function Choice({ isLimited, limit, text, setText }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset className="console-choices">
      <legend className="visually-hidden">{copy.title}</legend>
      <label className="check">
        <input {...{ type: 'radio', name: id, checked: !isLimited }} onChange={() => limit(false)} />
        {copy.choices.forever}
      </label>
      <label className="check">
        <input {...{ type: 'radio', name: id, checked: isLimited }} onChange={() => limit(true)} />
        {copy.choices.days}
      </label>
      {isLimited && (
        <div className="field console-filter">
          <label htmlFor={`${id}d`}>{copy.label}</label>
          <input
            {...{ id: `${id}d`, type: 'number', value: text, min: 1, max: MOST_DAYS, required: true }}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      )}
      <p className="hint">{copy.hint}</p>
    </fieldset>
  );
}
