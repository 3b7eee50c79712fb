import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
import { shellCopy } from '../copy/console.copy.js';
import { membersCopy as copy, roleNames } from '../copy/organization.copy.js';
import { formatTime } from '../copy/format.js';
import { Confirm } from '../shell/confirm.js';
import { useMe, useRight } from '../shell/me.js';
import { Problem } from '../shell/states.js';
import { changeRole, memberKeys, removeMember, type Member, type Role } from './members-api.js';
import { RoleField, roleOf } from './role-field.js';

interface MemberRowProps {
  member: Member;
  /** Is told what happened, for an announcement. */
  onSaid: (text: string) => void;
}

export function MemberRow({ member, onSaid }: MemberRowProps) {
  const { id, email, role, createdAt } = member;
  const me = useMe();
  const mayManageOwners = useRight('owners.manage');
  const [asked, ask] = useState<'role' | 'remove' | null>(null);
  const done = () => ask(null);
  return (
    <li className="console-row">
      <span className="console-row__title">
        {email} {id === me.member.id && `(${copy.you})`}
      </span>
      <span className="hint">{copy.since(roleNames[role], formatTime(createdAt))}</span>
      <Link href={`/audit?actor=${id}`}>{copy.activity(email)}</Link>
      {asked === 'role' && <ChangeRole member={member} onSaid={onSaid} onDone={done} />}
      {asked === 'remove' && <Remove member={member} onSaid={onSaid} onDone={done} />}
      {asked === null && (role !== 'owner' || mayManageOwners) && (
        <div className="actions">
          <Button small onClick={() => ask('role')}>
            {copy.change(email)}
          </Button>
          <Button small onClick={() => ask('remove')}>
            {copy.remove(email)}
          </Button>
        </div>
      )}
    </li>
  );
}

interface StepProps extends MemberRowProps {
  onDone: () => void;
}

function ChangeRole({ member: { id, email, role }, onSaid, onDone }: StepProps) {
  const client = useQueryClient();
  useFocusBack(copy.change(email));
  const change = useMutation({
    mutationFn: (chosen: Role) => changeRole(id, chosen),
    onSuccess: async (changed) => {
      await client.invalidateQueries({ queryKey: memberKeys.list });
      onSaid(copy.changed(email, roleNames[changed.role]));
      onDone();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!change.isPending) change.mutate(roleOf(new FormData(event.currentTarget)));
  };
  return (
    <form className="form" onSubmit={submit} aria-label={copy.change(email)}>
      <p>{copy.changeHint}</p>
      <RoleField value={role} autoFocus />
      <Problem error={change.error} />
      <div className="actions">
        <button
          type="submit"
          className="button button--primary button--small"
          aria-disabled={change.isPending}
        >
          {copy.changeAction}
        </button>
        <Button small onClick={onDone}>
          {shellCopy.cancel}
        </Button>
      </div>
    </form>
  );
}

function Remove({ member: { id, email }, onSaid, onDone }: StepProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeMember(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: memberKeys.list });
      onSaid(copy.removed(email));
    },
  });
  return (
    <Confirm
      title={copy.remove(email)}
      hint={copy.removeHint}
      action={copy.removeAction}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirmed={remove.mutate}
      onCancel={onDone}
    />
  );
}
