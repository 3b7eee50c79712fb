import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { formatTime } from '../copy/format.js';
import { domainsCopy as copy } from '../copy/settings.copy.js';
import { Confirm } from '../shell/confirm.js';
import { CopyText } from '../shell/copy-text.js';
import { Problem } from '../shell/states.js';
import {
  addDomain,
  DOMAINS_KEY,
  PROVIDER_KEY,
  removeDomain,
  verifyDomain,
  type MailDomain,
} from './single-sign-on-api.js';

/** Changes a domain, and reads again what follows from it. */
function useDomainChange<A>(change: (asked: A) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      onDone();
      await client.invalidateQueries({ queryKey: DOMAINS_KEY });
      await client.invalidateQueries({ queryKey: PROVIDER_KEY });
    },
  });
}

/** The domains of mail that the organization says are its own. */
export function Domains({ domains }: { domains: readonly MailDomain[] }) {
  const id = useId();
  const [said, say] = useState('');
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p className="hint">{copy.intro}</p>
      <p role="status" className="hint">
        {said}
      </p>
      {domains.length === 0 && <p>{copy.empty}</p>}
      <ul className="console-list">
        {domains.map((domain) => (
          <Row key={domain.domain} domain={domain} say={say} />
        ))}
      </ul>
      <AddDomain onAdded={() => say('')} />
    </section>
  );
}

function AddDomain({ onAdded }: { onAdded: () => void }) {
  const id = useId();
  const add = useDomainChange(addDomain, onAdded);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const domain = String(new FormData(form).get('domain')).trim();
    if (!add.isPending) add.mutate(domain, { onSuccess: () => form.reset() });
  };
  return (
    <form className="form" onSubmit={submit} aria-label={copy.add}>
      <div className="field">
        <label htmlFor={id}>{copy.name}</label>
        <input
          {...{ id, name: 'domain', type: 'text', inputMode: 'url', maxLength: 253, required: true }}
          {...{ autoComplete: 'off', spellCheck: false, dir: 'ltr' }}
        />
      </div>
      <Problem error={add.error} />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={add.isPending}>
          {copy.add}
        </button>
      </div>
    </form>
  );
}

function Row({ domain, say }: { domain: MailDomain; say: (text: string) => void }) {
  const { domain: name, record, status, vouched, seenAt, missingSince } = domain;
  const verify = useDomainChange(verifyDomain, () => say(copy.nowProven(name)));
  const wantsRecord = !vouched && status !== 'proven';
  return (
    <li className="console-row">
      <span className="console-row__title">
        <bdi>{name}</bdi>
      </span>
      <span className="hint">
        {vouched ? copy.vouched : copy.states[status]}
        {!vouched && status === 'proven' && seenAt !== null && ` · ${copy.seen(formatTime(seenAt))}`}
        {!vouched && missingSince !== null && ` · ${copy.missing(formatTime(missingSince))}`}
      </span>
      {wantsRecord && (
        <div className="form">
          <p className="hint">{copy.recordHint(name)}</p>
          <CopyText label={copy.record(name)} text={record} />
          <Problem error={verify.error} />
          <p role="status" className="hint">
            {verify.isPending && copy.looking}
          </p>
          <div className="actions">
            <Button
              small
              aria-disabled={verify.isPending}
              onClick={() => {
                if (!verify.isPending) verify.mutate(name);
              }}
            >
              {copy.verify(name)}
            </Button>
          </div>
        </div>
      )}
      <Remove name={name} onRemoved={() => say(copy.removed(name))} />
    </li>
  );
}

function Remove({ name, onRemoved }: { name: string; onRemoved: () => void }) {
  const [isAsked, ask] = useState(false);
  const remove = useDomainChange(removeDomain, onRemoved);
  if (!isAsked)
    return (
      <div className="actions">
        <Button small onClick={() => ask(true)}>
          {copy.remove(name)}
        </Button>
      </div>
    );
  return (
    <Confirm
      title={copy.remove(name)}
      hint={copy.removeHint}
      action={copy.removeAction}
      look="record"
      error={remove.error}
      isBusy={remove.isPending}
      onConfirmed={() => remove.mutate(name)}
      onCancel={() => ask(false)}
    />
  );
}
