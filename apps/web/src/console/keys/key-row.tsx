import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { keysCopy as copy } from '../copy/console.copy.js';
import { formatTime } from '../copy/format.js';
import { ConfirmByTyping } from '../shell/confirm-by-typing.js';
import { Confirm } from '../shell/confirm.js';
import { KEYS, revokeKey, rotateKey, type IssuedKey, type Key } from './keys-api.js';

interface KeyRowProps {
  apiKey: Key;
  onIssued: (key: IssuedKey) => void;
  onRevoked: () => void;
}

export function KeyRow({ apiKey, onIssued, onRevoked }: KeyRowProps) {
  const { name, mode, status, texts, scopes, lastUsedAt, expiresAt } = apiKey;
  const [asked, ask] = useState<'rotate' | 'revoke' | null>(null);
  const hint = texts[0]?.hint;
  return (
    <li className="console-row">
      <span className="console-row__title">{name}</span>
      <span className="hint">
        {copy.modes[mode]} · {copy.statuses[status]}
        {hint !== undefined && ` · ${copy.endsWith(hint)}`} ·{' '}
        {copy.lastUsed(lastUsedAt === null ? null : formatTime(lastUsedAt))}
        {expiresAt !== null && ` · ${copy.until(formatTime(expiresAt))}`}
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
    <Confirm
      title={copy.rotate(apiKey.name)}
      hint={copy.rotateHint}
      action={copy.rotateAction}
      error={rotate.error}
      isBusy={rotate.isPending}
      onConfirmed={rotate.mutate}
      onCancel={onCancel}
    />
  );
}

interface RevokeProps {
  apiKey: Key;
  onRevoked: () => void;
  onCancel: () => void;
}

/** Asks for the key's name: what is revoked cannot be had back. */
function Revoke({ apiKey: { id: keyId, name }, onRevoked, onCancel }: RevokeProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeKey(keyId),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS });
      onRevoked();
    },
  });
  return (
    <ConfirmByTyping
      title={copy.revoke(name)}
      hint={copy.revokeHint}
      label={copy.revokeLabel(name)}
      name={name}
      action={copy.revokeAction}
      error={revoke.error}
      isBusy={revoke.isPending}
      onConfirmed={() => revoke.mutate()}
      onCancel={onCancel}
    />
  );
}
