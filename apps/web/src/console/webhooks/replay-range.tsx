import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Notice } from '../../ui/notice.js';
import { replayCopy as copy } from '../copy/webhooks.copy.js';
import { formatTime } from '../copy/format.js';
import { Confirm } from '../shell/confirm.js';
import { fromLocalInput } from '../copy/local-time.js';
import { SelectField } from '../shell/select-field.js';
import { replayRange, webhookKeys, type ReplayRange as Range } from './webhooks-api.js';

const STATUSES = Object.keys(copy.statuses) as (keyof typeof copy.statuses)[];

/** Everything of a range of time is sent again, after a confirmation that names the range. */
export function ReplayRange({ endpointId }: { endpointId: string }) {
  const id = useId();
  const client = useQueryClient();
  const [range, setRange] = useState<Range | null>(null);
  const replay = useMutation({
    mutationFn: (body: Range) => replayRange(endpointId, body),
    onSuccess: () => {
      setRange(null);
      return client.invalidateQueries({ queryKey: webhookKeys.deliveries(endpointId) });
    },
  });
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p className="hint">{copy.hint}</p>
      {range === null ? (
        <RangeForm onChosen={setRange} />
      ) : (
        <Confirm
          title={copy.confirmTitle}
          hint={copy.confirm(
            range.status ? copy.statuses[range.status] : copy.all,
            formatTime(range.from),
            formatTime(range.to),
          )}
          action={copy.confirmAction}
          error={replay.error}
          isBusy={replay.isPending}
          onConfirmed={() => replay.mutate(range)}
          onCancel={() => setRange(null)}
        />
      )}
      <p role="status">{range === null && replay.data && copy.queued(replay.data.replayed)}</p>
    </section>
  );
}

function RangeForm({ onChosen }: { onChosen: (range: Range) => void }) {
  const id = useId();
  const [isBackwards, setBackwards] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { from, to, status } = rangeOf(new FormData(event.currentTarget));
    const isForwards = from !== undefined && to !== undefined && from < to;
    setBackwards(!isForwards);
    if (isForwards) onChosen({ from, to, ...(status && { status }) });
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="console-fields">
        <div className="field">
          <label htmlFor={`${id}f`}>{copy.from}</label>
          <input id={`${id}f`} name="from" type="datetime-local" required />
        </div>
        <div className="field">
          <label htmlFor={`${id}t`}>{copy.to}</label>
          <input id={`${id}t`} name="to" type="datetime-local" required />
        </div>
        <SelectField label={copy.status} name="status" choices={{ '': copy.all, ...copy.statuses }} />
      </div>
      {isBackwards && (
        <Notice tone="alert">
          <p>{copy.order}</p>
        </Notice>
      )}
      <div className="actions">
        <button type="submit" className="button">
          {copy.action}
        </button>
      </div>
    </form>
  );
}

function rangeOf(form: FormData) {
  const status = STATUSES.find((known) => known === form.get('status'));
  return { from: fromLocalInput(form.get('from')), to: fromLocalInput(form.get('to')), status };
}
