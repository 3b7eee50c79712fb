import { AppError, newId, type Role } from '@capture/contracts';

/** Days for which the link of an invitation works. */
export const INVITATION_DAYS = 7;
/** Days for which one that has run out is still listed, so that it can be sent again. */
export const INVITATION_KEPT_DAYS = 30;
/** Unaccepted invitations of one organization. */
export const MOST_INVITATIONS = 200;
/** Seconds between two mails of one invitation. */
const MAIL_PAUSE_SEC = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Invitation {
  id: string;
  organizationId: string;
  /** In its one form (`addressForm`). */
  email: string;
  role: Role;
  /** Id of a member. */
  invitedBy: string;
  /** What is stored of the link's token. */
  tokenHash: string;
  createdAt: Date;
  mailedAt: Date;
  expiresAt: Date;
}

type NewInvitation = Pick<Invitation, 'organizationId' | 'email' | 'role' | 'invitedBy' | 'tokenHash'>;

function expiryOf(now: Date): Date {
  return new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
}

export function newInvitation(invitation: NewInvitation, now: Date): Invitation {
  const id = newId('invitation');
  return { ...invitation, id, createdAt: now, mailedAt: now, expiresAt: expiryOf(now) };
}

/**
 * With another link, which ends the one before.
 * @throws AppError `rate_limited` shortly after the last mail: nobody's mailbox is to be filled.
 */
export function resent(invitation: Invitation, tokenHash: string, now: Date): Invitation {
  const waitMs = invitation.mailedAt.getTime() + MAIL_PAUSE_SEC * 1000 - now.getTime();
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new AppError('rate_limited', `It was sent a moment ago. Try again in ${seconds} s.`, {
      retryAfterSec: seconds,
    });
  }
  return { ...invitation, tokenHash, mailedAt: now, expiresAt: expiryOf(now) };
}
