import { AppError, newId, type Role } from '@capture/contracts';

/** A person of an organization. The row outlives their leaving: keys and the audit log name it. */
export interface Member {
  id: string;
  organizationId: string;
  /** Lower case. */
  email: string;
  role: Role;
  createdAt: Date;
  removedAt: Date | null;
}

export type NewMember = Pick<Member, 'organizationId' | 'email' | 'role'>;

export function newMember({ organizationId, email, role }: NewMember, now: Date): Member {
  const id = newId('member');
  return { id, organizationId, email: email.toLowerCase(), role, createdAt: now, removedAt: null };
}

/** Someone who comes back is the same person: their id, and with it the keys that they own, are theirs again. */
export function joined(known: Member | undefined, member: NewMember, now: Date): Member {
  if (known?.removedAt === null) throw new AppError('conflict', 'This person is a member already.');
  return known ? { ...known, role: member.role, removedAt: null } : newMember(member, now);
}

/**
 * @param members everybody in the organization now.
 * @throws AppError `conflict` for the last owner: somebody must answer for the organization.
 */
export function left(member: Member, members: readonly Member[], now: Date): Member {
  const others = members.filter((other) => other.role === 'owner' && other.id !== member.id);
  if (member.role === 'owner' && others.length === 0) {
    throw new AppError('conflict', 'The last owner cannot be removed; add another owner first.');
  }
  return { ...member, removedAt: now };
}

/** Who answers for the organization: its first owner; undefined when none is left. */
export function ownerOf(members: readonly Member[]): Member | undefined {
  return members.find((member) => member.role === 'owner');
}
