import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { accountKeys, listPasskeys, readFactor, removePasskey, type OwnPasskey } from './account-api.js';
import { ProofForm } from './proof-form.js';
import { formatTime } from '../copy/format.js';
import { passkeysCopy as copy } from '../copy/passkeys.copy.js';
import { Loading, Problem } from '../shell/states.js';
import { AddPasskey } from './add-passkey.js';

/** The passkeys of the person, which sign in to every organization of theirs. */
export function Passkeys() {
  const id = useId();
  const client = useQueryClient();
  const [said, say] = useState('');
  const [asked, ask] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: accountKeys.passkeys, queryFn: listPasskeys });
  const { data: factor } = useQuery({ queryKey: accountKeys.factor, queryFn: readFactor });
  const changed = (told: string) => {
    say(told);
    ask(null);
    void client.invalidateQueries({ queryKey: accountKeys.all });
  };
  const asksCode = factor?.enabled === true;
  const onCancel = () => ask(null);
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p>{copy.hint}</p>
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {!data && (error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />)}
      {data?.data.length === 0 && <p className="hint">{copy.none}</p>}
      <ul className="console-list">
        {data?.data.map((passkey) => (
          <Row
            key={passkey.id}
            {...{ passkey, asksCode, onCancel }}
            isAsked={asked === passkey.id}
            onAsked={() => ask(passkey.id)}
            onRemoved={() => changed(copy.removed(passkey.name))}
          />
        ))}
      </ul>
      {factor && (browserSupportsWebAuthn() || <p className="hint">{copy.unsupported}</p>)}
      {factor && browserSupportsWebAuthn() && (
        <AddPasskey asksCode={asksCode} onAdded={({ name }) => changed(copy.added(name))} />
      )}
    </section>
  );
}

interface RowProps {
  passkey: OwnPasskey;
  asksCode: boolean;
  isAsked: boolean;
  onAsked: () => void;
  onRemoved: () => void;
  onCancel: () => void;
}

function Row({ passkey, asksCode, isAsked, onAsked, onRemoved, onCancel }: RowProps) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const title = copy.remove(name);
  return (
    <li className="console-row">
      <span className="console-row__title">{name}</span>
      <span className="hint">
        {copy.used(formatTime(createdAt), lastUsedAt === null ? null : formatTime(lastUsedAt))}
      </span>
      {isAsked ? (
        <ProofForm
          {...{ title, hint: copy.removeHint, action: title, asksCode, onCancel }}
          look="record"
          work={(proof) => removePasskey(id, proof)}
          onDone={onRemoved}
        />
      ) : (
        <div className="actions">
          <Button small onClick={onAsked}>
            {title}
          </Button>
        </div>
      )}
    </li>
  );
}
