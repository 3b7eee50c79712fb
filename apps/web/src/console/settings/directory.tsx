import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { formatTime } from '../copy/format.js';
import { roleNames } from '../copy/organization.copy.js';
import { directoryCopy as copy } from '../copy/settings.copy.js';
import { Confirm } from '../shell/confirm.js';
import { CopyText } from '../shell/copy-text.js';
import { useRight } from '../shell/me.js';
import { SelectField } from '../shell/select-field.js';
import { ShownOnce } from '../shell/shown-once.js';
import { Loading, Problem } from '../shell/states.js';
import {
  createToken,
  DIRECTORY_TOKENS,
  listTokens,
  MOST_TOKENS,
  revokeToken,
  type DirectoryToken,
  type IssuedDirectoryToken,
  type NewMemberRole,
} from './directory-api.js';

/** The tokens of the organization's directory (SCIM). */
export function Directory() {
  const id = useId();
  const [issued, setIssued] = useState<IssuedDirectoryToken | null>(null);
  const [said, say] = useState('');
  const { data, error, refetch } = useQuery({ queryKey: DIRECTORY_TOKENS, queryFn: listTokens });
  const tokens = data?.data;
  const made = (token: IssuedDirectoryToken) => {
    say('');
    setIssued(token);
  };
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p className="hint">{copy.intro}</p>
      {issued && (
        <ShownOnce title={copy.shown} text={issued.token} onStored={() => setIssued(null)}>
          <CopyText label={copy.baseUrl} text={issued.baseUrl} />
        </ShownOnce>
      )}
      {!tokens && !error && <Loading />}
      {!tokens && <Problem error={error} onRetry={() => void refetch()} />}
      <p role="status" className="hint">
        {said}
      </p>
      {tokens?.length === 0 && <p>{copy.empty}</p>}
      <ul className="console-list">
        {tokens?.map((token) => (
          <Row key={token.id} token={token} onRevoked={() => say(copy.revoked)} />
        ))}
      </ul>
      {tokens && tokens.length < MOST_TOKENS && !issued && <MakeToken onIssued={made} />}
      {tokens && tokens.length >= MOST_TOKENS && <p className="hint">{copy.most}</p>}
    </section>
  );
}

function MakeToken({ onIssued }: { onIssued: (token: IssuedDirectoryToken) => void }) {
  const client = useQueryClient();
  const mayManageOwners = useRight('owners.manage');
  const make = useMutation({
    mutationFn: createToken,
    onSuccess: (token) => {
      onIssued(token);
      void client.invalidateQueries({ queryKey: DIRECTORY_TOKENS });
    },
    gcTime: 0,
  });
  const { producer, viewer } = roleNames;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const role = new FormData(event.currentTarget).get('newMemberRole') as NewMemberRole;
    if (!make.isPending) make.mutate(role);
  };
  return (
    <form className="form" onSubmit={submit} aria-label={copy.create}>
      <SelectField label={copy.role} name="newMemberRole" choices={{ producer, viewer }} />
      <p className="hint">
        {copy.roleHint} {!mayManageOwners && copy.asAdmin}
      </p>
      <Problem error={make.error} />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={make.isPending}>
          {copy.create}
        </button>
      </div>
    </form>
  );
}

function Row({ token, onRevoked }: { token: DirectoryToken; onRevoked: () => void }) {
  const { id, createdAt, lastUsedAt, newMemberRole } = token;
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const revoke = useMutation({
    mutationFn: () => revokeToken(id),
    onSuccess: async () => {
      onRevoked();
      await client.invalidateQueries({ queryKey: DIRECTORY_TOKENS });
    },
  });
  const used = copy.lastUsed(lastUsedAt === null ? null : formatTime(lastUsedAt));
  return (
    <li className="console-row">
      <span className="console-row__title">{copy.token(id)}</span>
      <span className="hint">
        {copy.made(formatTime(createdAt))} · {used}
      </span>
      <span className="hint">{copy.newMembers(roleNames[newMemberRole])}</span>
      {isAsked ? (
        <Confirm
          title={copy.revoke(id)}
          hint={copy.revokeHint}
          action={copy.revokeAction}
          look="record"
          error={revoke.error}
          isBusy={revoke.isPending}
          onConfirmed={revoke.mutate}
          onCancel={() => ask(false)}
        />
      ) : (
        <div className="actions">
          <Button small onClick={() => ask(true)}>
            {copy.revoke(id)}
          </Button>
        </div>
      )}
    </li>
  );
}
