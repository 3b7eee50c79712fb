import { newId, type Role } from '@capture/contracts';

/** Two, so that a directory can change from one to the other. */
export const MOST_SCIM_TOKENS = 2;

/** By which the directory of an organization adds and removes its people. */
export interface ScimToken {
  id: string;
  organizationId: string;
  /** What is stored of the token. */
  hash: string;
  /** The role of people whom it adds without one. */
  newMemberRole: Role;
  /** An owner or an operator made it, so that it may take out owners: admins may not. */
  overOwners: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

type NewScimToken = Pick<ScimToken, 'organizationId' | 'hash' | 'newMemberRole' | 'overOwners'>;

export function newScimToken(token: NewScimToken, now: Date): ScimToken {
  return { ...token, id: newId('scimToken'), createdAt: now, lastUsedAt: null };
}
