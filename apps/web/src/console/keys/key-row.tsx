import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { keysCopy as copy } from '../copy/console.copy.js';
import { formatTime } from '../copy/format.js';
import { Problem } from '../shell/states.js';
import { KEYS, revokeKey, rotateKey, type IssuedKey, type Key } from './keys-api.js';

interface KeyRowProps {
  apiKey: Key;
  onIssued: (key: IssuedKey) => void;
  onRevoked: () => void;
}

export function KeyRow({ apiKey, onIssued, onRevoked }: KeyRowProps) {
  const { name, mode, status, texts, scopes, lastUsedAt } = apiKey;
  const [asked, ask] = useState<'rotate' | 'revoke' | null>(null);
  const hint = texts[0]?.hint;
  return (
    <li className="console-row">
      <span className="console-row__title">{name}</span>
      <span className="hint">
        {copy.modes[mode]} · {copy.statuses[status]}
        {hint !== undefined && ` · ${copy.endsWith(hint)}`} ·{' '}
        {copy.lastUsed(lastUsedAt === null ? null : formatTime(lastUsedAt))}
      </span>
      <span className="hint">{scopes.join(', ')}</span>
      {status === 'active' && asked === null && (
        <div className="actions">
          <Button small onClick={() => ask('rotate')}>
            {copy.rotate(name)}
          </Button>
          <Button small onClick={() => ask('revoke')}>
            {copy.revoke(name)}
          </Button>
        </div>
      )}
      {status === 'active' && asked === 'rotate' && (
        <Rotate
          apiKey={apiKey}
          onIssued={(key) => {
            ask(null);
            onIssued(key);
          }}
          onCancel={() => ask(null)}
        />
      )}
      {status === 'active' && asked === 'revoke' && (
        <Revoke apiKey={apiKey} onRevoked={onRevoked} onCancel={() => ask(null)} />
      )}
    </li>
  );
}

interface RotateProps {
  apiKey: Key;
  onIssued: (key: IssuedKey) => void;
  onCancel: () => void;
}

function Rotate({ apiKey, onIssued, onCancel }: RotateProps) {
  const rotate = useMutation({ mutationFn: () => rotateKey(apiKey.id), onSuccess: onIssued, gcTime: 0 });
  return (
    <div className="form" role="group" aria-label={copy.rotate(apiKey.name)}>
      <p>{copy.rotateHint}</p>
      <Problem error={rotate.error} />
      <div className="actions">
        <Button
          look="primary"
          small
          autoFocus
          aria-disabled={rotate.isPending}
          onClick={() => rotate.mutate()}
        >
          {copy.rotateAction}
        </Button>
        <Button small onClick={onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </div>
  );
}

interface RevokeProps {
  apiKey: Key;
  onRevoked: () => void;
  onCancel: () => void;
}

/** Asks for the key's name: what is revoked cannot be had back. */
function Revoke({ apiKey: { id: keyId, name }, onRevoked, onCancel }: RevokeProps) {
  const id = useId();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const revoke = useMutation({
    mutationFn: () => revokeKey(keyId),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS });
      onRevoked();
    },
  });
  const isConfirmed = typed.trim() === name && !revoke.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) revoke.mutate();
  };
  return (
    <form className="form" onSubmit={submit} aria-label={copy.revoke(name)}>
      <p>{copy.revokeHint}</p>
      <div className="field">
        <label htmlFor={id}>{copy.revokeLabel(name)}</label>
        <input
          {...{ id, type: 'text', value: typed, autoComplete: 'off', autoFocus: true }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <Problem error={revoke.error} />
      <div className="actions">
        <button type="submit" className="button button--record button--small" aria-disabled={!isConfirmed}>
          {copy.revokeAction}
        </button>
        <Button small onClick={onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
