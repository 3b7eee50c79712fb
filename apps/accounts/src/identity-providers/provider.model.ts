import { roleOf, type Role, type RoleName } from '@capture/contracts';

/** Roles that people may get by signing in: who manages the organization is chosen by name. */
export const NEW_MEMBER_ROLES = ['producer', 'viewer'] as const satisfies readonly Role[];

/** Where the people of an organization sign in besides here (OpenID Connect). */
export interface IdentityProvider {
  organizationId: string;
  /** Compared character by character with what its documents and tokens say. */
  issuer: string;
  clientId: string;
  /** Encrypted for this organization. */
  sealedSecret: string;
  /** Whether members may sign in to the organization with their password as well. */
  passwordAllowed: boolean;
  /** Whether it asks for a second factor, so that the one of Capture is not asked for. */
  asksSecondFactor: boolean;
  /** The role of people who become members by signing in; null when nobody does. */
  newMemberRole: Role | null;
  /** Those that the organization holds, in their one form. */
  domains: readonly string[];
  createdAt: Date;
  updatedAt: Date;
}

/** As stored, where an earlier name of a role may stand. */
export function newMemberRoleOf(stored: string | null): Role | null {
  return stored === null ? null : roleOf(stored as RoleName);
}
