import { useId, useState, type FormEvent } from 'react';
import { Notice } from '../../ui/notice.js';
import { suppressionsCopy as copy } from '../copy/organization.copy.js';
import { SelectField } from '../shell/select-field.js';
import { Problem } from '../shell/states.js';
import { MOST_ADDRESSES, type Reason } from './suppressions-api.js';
import { useAdding } from './use-adding.js';
import { usePreview } from './use-preview.js';

const MOST_FILE_BYTES = 5 * 1024 * 1024;
/** So many numbers of lines are told. */
const MOST_LINES = 20;

/** Addresses, pasted or of a file, of which those that are not on the list yet are added. */
export function AddSuppressions() {
  const id = useId();
  const [text, setText] = useState('');
  const [reason, setReason] = useState<Reason>('unsubscribed');
  const { preview, error } = usePreview(text);
  const { add, done, sent } = useAdding(reason, setText);
  const isReady = preview !== undefined && preview.fresh.length > 0 && !add.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) add.mutate(preview.fresh);
  };
  return (
    <form className="form panel" onSubmit={submit} aria-label={copy.addTitle}>
      <div className="field">
        <label htmlFor={id}>{copy.label}</label>
        <textarea
          {...{ id, rows: 4, value: text, spellCheck: false, readOnly: add.isPending }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <AddressFile onRead={setText} isBusy={add.isPending} />
      <SelectField
        label={copy.reason}
        choices={copy.reasons}
        value={reason}
        onChosen={(chosen) => setReason(chosen as Reason)}
      />
      <p role="status" className="hint">
        {add.isPending && copy.progress(done, sent)}
        {text === '' && add.isSuccess && copy.added(sent)}
        {!add.isPending && text !== '' && (preview ? toldOf(preview) : error === null && copy.checking)}
      </p>
      <Problem error={add.error ?? error} />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={!isReady}>
          {copy.add}
        </button>
      </div>
    </form>
  );
}

type Preview = NonNullable<ReturnType<typeof usePreview>['preview']>;

function toldOf({ isTooMany, fresh, known, unread }: Preview): string {
  if (isTooMany) return copy.tooMany(MOST_ADDRESSES);
  const lines = unread.slice(0, MOST_LINES);
  return [
    copy.preview(fresh.length),
    ...(known > 0 ? [copy.known(known)] : []),
    ...(lines.length > 0 ? [copy.unread(lines, unread.length - lines.length)] : []),
  ].join(' ');
}

/** A file whose text takes the place of what was typed. */
function AddressFile({ onRead, isBusy }: { onRead: (text: string) => void; isBusy: boolean }) {
  const id = useId();
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // The same file may be chosen again after it was changed.
    input.value = '';
    setTooLarge(file !== undefined && file.size > MOST_FILE_BYTES);
    if (file && file.size <= MOST_FILE_BYTES) void file.text().then(onRead);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{copy.file}</label>
      <input
        {...{ id, type: 'file', accept: '.csv,.txt,text/csv,text/plain', disabled: isBusy }}
        onChange={(event) => choose(event.currentTarget)}
      />
      {isTooLarge && (
        <Notice tone="alert">
          <p>{copy.tooLarge}</p>
        </Notice>
      )}
    </div>
  );
}
