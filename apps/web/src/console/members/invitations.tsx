import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { membersCopy as copy, roleNames } from '../copy/organization.copy.js';
import { formatTime } from '../copy/format.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import {
  invite,
  listInvitations,
  memberKeys,
  resendInvitation,
  withdrawInvitation,
  type Invitation,
} from './members-api.js';
import { RoleField, roleOf } from './role-field.js';

/** Who is asked to join. Links go out by mail and are shown nowhere. */
export function Invitations({ onSaid }: { onSaid: (text: string) => void }) {
  const id = useId();
  const { list, problem, items } = usePages(memberKeys.invitations, listInvitations);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.invitations}</h2>
      {list.isPending && <Loading />}
      <Problem error={problem} onRetry={() => void list.refetch()} />
      {items?.length === 0 && <p>{copy.noInvitations}</p>}
      <ul className="console-list">
        {items?.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} onSaid={onSaid} />
        ))}
      </ul>
      <More pages={list} />
      <Invite onSaid={onSaid} />
    </section>
  );
}

function useChange<A>(mutationFn: (asked: A) => Promise<unknown>, onDone: (asked: A) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (_answer, asked) => {
      await client.invalidateQueries({ queryKey: memberKeys.invitations });
      onDone(asked);
    },
  });
}

interface RowProps {
  invitation: Invitation;
  onSaid: (text: string) => void;
}

function Row({ invitation: { id, email, role, expiresAt }, onSaid }: RowProps) {
  const mayManageOwners = useRight('owners.manage');
  const resend = useChange(resendInvitation, () => onSaid(copy.resent(email)));
  const withdraw = useChange(withdrawInvitation, () => onSaid(copy.revoked(email)));
  const isBusy = resend.isPending || withdraw.isPending;
  const isLapsed = new Date(expiresAt) <= new Date();
  return (
    <li className="console-row">
      <span className="console-row__title">{email}</span>
      <span className="hint">
        {isLapsed ? copy.lapsed(roleNames[role]) : copy.open(roleNames[role], formatTime(expiresAt))}
      </span>
      <Problem error={resend.error ?? withdraw.error} />
      <div className="actions">
        {(role !== 'owner' || mayManageOwners) && (
          <Button small aria-disabled={isBusy} onClick={() => resend.mutate(id)}>
            {copy.resend(email)}
          </Button>
        )}
        <Button small aria-disabled={isBusy} onClick={() => withdraw.mutate(id)}>
          {copy.revoke(email)}
        </Button>
      </div>
    </li>
  );
}

function Invite({ onSaid }: { onSaid: (text: string) => void }) {
  const id = useId();
  const send = useChange(invite, ({ email }) => onSaid(copy.invited(email)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    const element = event.currentTarget;
    const form = new FormData(element);
    const body = { email: String(form.get('email')).trim(), role: roleOf(form) };
    send.mutate(body, { onSuccess: () => element.reset() });
  };
  return (
    <form className="form" onSubmit={submit} aria-label={copy.invite}>
      <div className="field">
        <label htmlFor={id}>{copy.email}</label>
        <input id={id} name="email" type="email" autoComplete="off" maxLength={254} required />
      </div>
      <RoleField value="producer" />
      <Problem error={send.error} />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={send.isPending}>
          {copy.invite}
        </button>
      </div>
    </form>
  );
}
