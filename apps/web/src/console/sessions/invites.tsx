import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.js';
import { formatTime } from '../copy/format.js';
import { invitesCopy as copy } from '../copy/sessions.copy.js';
import { CopyText } from '../shell/copy-text.js';
import { More } from '../shell/more.js';
import { Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import {
  listInvites,
  makeInvite,
  revokeInvite,
  sessionKeys,
  type Invite,
  type Session,
} from './sessions-api.js';

/** The links by which guests join. Their texts are shown once. */
export function Invites({ session: { id, status } }: { session: Session }) {
  const client = useQueryClient();
  const {
    list,
    problem,
    items: invites,
  } = usePages(sessionKeys.invites(id), (cursor) => listInvites(id, cursor));
  const make = useMutation({
    mutationFn: () => makeInvite(id),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.invites(id) }),
    gcTime: 0,
  });
  const isOpen = status === 'open';
  return (
    <section className="panel" aria-label={copy.title}>
      <h2>{copy.title}</h2>
      {list.isPending && <Loading />}
      <Problem error={problem ?? make.error} />
      {make.data && (
        <>
          <p>{copy.shownHint}</p>
          <CopyText label={copy.shown} text={make.data.joinUrl} />
        </>
      )}
      {isOpen && (
        <div className="actions">
          <Button aria-disabled={make.isPending} onClick={() => make.mutate()}>
            {copy.invite}
          </Button>
        </div>
      )}
      {invites?.length === 0 && <p>{copy.empty}</p>}
      <ul className="console-list">
        {invites?.map((invite) => (
          <Row key={invite.id} sessionId={id} invite={invite} isOpen={isOpen} />
        ))}
      </ul>
      <More pages={list} />
    </section>
  );
}

function Row({ sessionId, invite, isOpen }: { sessionId: string; invite: Invite; isOpen: boolean }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeInvite(sessionId, invite.id),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.invites(sessionId) }),
  });
  const made = formatTime(invite.createdAt);
  return (
    <li className="console-row">
      <span className="console-row__title">{copy.made(made)}</span>
      <span className="hint">
        {validity(invite, isOpen)} · {copy.guests(invite.guestCount)}
      </span>
      <Problem error={revoke.error} />
      {isOpen && invite.revokedAt === null && (
        <div className="actions">
          <Button small aria-disabled={revoke.isPending} onClick={() => revoke.mutate()}>
            {copy.revoke(made)}
          </Button>
        </div>
      )}
    </li>
  );
}

function validity({ revokedAt, expiresAt }: Invite, isOpen: boolean): string {
  if (revokedAt !== null) return copy.revoked(formatTime(revokedAt));
  return isOpen ? copy.valid(formatTime(expiresAt)) : copy.over;
}
