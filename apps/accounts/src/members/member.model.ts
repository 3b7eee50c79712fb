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
}

export type NewMember = Pick<Member, 'organizationId' | 'email' | 'role'>;

export function newMember({ organizationId, email, role }: NewMember, now: Date): Member {
  const id = newId('member');
  return { id, organizationId, email: requireAddressForm(email), role, createdAt: now, removedAt: null };
}

/** A person who comes back keeps their id, and with it the keys that they own. */
export function joined(known: Member | undefined, member: NewMember, now: Date): Member {
  if (known?.removedAt === null) throw new AppError('conflict', 'This person is a member already.');
  return known ? { ...known, role: member.role, removedAt: null } : newMember(member, now);
}

/**
 * @param members everybody in the organization now.
 * @throws AppError `conflict` for the last owner: an organization always has one.
 */
export function left(member: Member, members: readonly Member[], now: Date): Member {
  requireOtherOwner(member, members, 'be removed');
  return { ...member, removedAt: now };
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
