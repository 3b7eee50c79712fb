import { AppError, newId, requireAddressForm, type Role } from '@capture/contracts';

/** A person in an organization. The row stays when they are removed: keys and the audit log refer to it. */
export interface Member {
  id: string;
  organizationId: string;
  /** In its one form (`addressForm`). */
  email: string;
  role: Role;
  createdAt: Date;
  removedAt: Date | null;
  /** Set beside `removedAt` while the organization's directory keeps the person out. */
  deactivatedAt: Date | null;
  /** What the organization's directory calls the person. */
  externalId: string | null;
}

export type NewMember = Pick<Member, 'organizationId' | 'email' | 'role'>;

export function newMember({ organizationId, email, role }: NewMember, now: Date): Member {
  const id = newId('member');
  const present = { removedAt: null, deactivatedAt: null, externalId: null };
  return { id, organizationId, email: requireAddressForm(email), role, createdAt: now, ...present };
}

/** A person who comes back keeps their id, and with it the keys that they own. */
export function joined(known: Member | undefined, member: NewMember, now: Date): Member {
  if (known?.removedAt === null) throw new AppError('conflict', 'This person is a member already.');
  return known
    ? { ...known, role: member.role, removedAt: null, deactivatedAt: null }
    : newMember(member, now);
}

/**
 * @param members everybody in the organization now.
 * @throws AppError `conflict` for the last owner: an organization always has one.
 */
export function left(member: Member, members: readonly Member[], now: Date): Member {
  requireOtherOwner(member, members, 'be removed');
  return { ...member, removedAt: now, deactivatedAt: null, externalId: null };
}

/** Whether the organization's directory keeps the person out. A former release leaves the mark on who came back. */
export function isDeactivated({ removedAt, deactivatedAt }: Member): boolean {
  return removedAt !== null && deactivatedAt !== null;
}

/**
 * Out as who left, and marked, so that the directory finds the person and can let them back in.
 * @param members everybody in the organization now.
 * @throws AppError `conflict` for the last owner.
 */
export function deactivated(member: Member, members: readonly Member[], now: Date): Member {
  requireOtherOwner(member, members, 'be deactivated');
  return { ...member, removedAt: now, deactivatedAt: now };
}

/**
 * Back in with the former role. Only owners make owners, so that a former owner comes back as an admin.
 * @throws AppError `conflict` for who is there, and for who was removed and not deactivated.
 */
export function activated(member: Member): Member {
  if (!isDeactivated(member)) throw new AppError('conflict', 'This person is not deactivated.');
  const role = member.role === 'owner' ? 'admin' : member.role;
  return { ...member, role, removedAt: null, deactivatedAt: null };
}

/**
 * @param members everybody in the organization now.
 * @throws AppError `conflict` for the last owner, who can be nothing less.
 */
export function inRole(member: Member, role: Role, members: readonly Member[]): Member {
  if (role !== 'owner') requireOtherOwner(member, members, 'become something else');
  return { ...member, role };
}

function requireOtherOwner(member: Member, members: readonly Member[], what: string): void {
  const others = members.filter((other) => other.role === 'owner' && other.id !== member.id);
  if (member.role !== 'owner' || others.length > 0) return;
  throw new AppError('conflict', `The last owner cannot ${what}; add another owner first.`);
}

/** The owner who answers for the organization: the first of them. */
export function ownerOf(members: readonly Member[]): Member | undefined {
  return members.find((member) => member.role === 'owner');
}
