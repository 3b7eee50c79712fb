import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { suppressionsCopy as copy } from '../copy/organization.copy.js';
import { SelectField } from '../shell/select-field.js';
import { Problem } from '../shell/states.js';
import { readAddresses } from './addresses.model.js';
import { MOST_ADDRESSES, readKnownAddresses, suppressionKeys, type Reason } from './suppressions-api.js';
import { useAdding } from './use-adding.js';

/** Pasted addresses, of which those that are not on the list yet are added. */
export function AddSuppressions() {
  const id = useId();
  const [text, setText] = useState('');
  const [reason, setReason] = useState<Reason>('unsubscribed');
  const { addresses, unread } = readAddresses(text);
  // The whole list is read only once something is typed here.
  const known = useQuery({
    queryKey: suppressionKeys.known,
    queryFn: readKnownAddresses,
    enabled: text !== '',
  });
  const fresh = addresses.filter((address) => known.data?.has(address) === false);
  const { add, done, sent } = useAdding(reason, setText);
  const isReady = fresh.length > 0 && fresh.length <= MOST_ADDRESSES && unread.length === 0 && !add.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) add.mutate(fresh);
  };
  const preview = known.data &&
    addresses.length > 0 && [
      copy.preview(fresh.length),
      ...(fresh.length < addresses.length ? [copy.known(addresses.length - fresh.length)] : []),
      ...(fresh.length > MOST_ADDRESSES ? [copy.tooMany(MOST_ADDRESSES)] : []),
    ];
  return (
    <form className="form panel" onSubmit={submit} aria-label={copy.addTitle}>
      <div className="field">
        <label htmlFor={id}>{copy.label}</label>
        <textarea
          {...{ id, rows: 4, value: text }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <SelectField
        label={copy.reason}
        choices={copy.reasons}
        value={reason}
        onChosen={(chosen) => setReason(chosen as Reason)}
      />
      <p role="status" className="hint">
        {add.isPending && copy.progress(done, sent)}
        {text === '' && add.isSuccess && copy.added(sent)}
        {!add.isPending && preview && preview.join(' ')}
        {unread.length > 0 && ` ${copy.unread(unread)}`}
      </p>
      <Problem error={add.error ?? known.error} />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={!isReady}>
          {copy.add}
        </button>
      </div>
    </form>
  );
}
