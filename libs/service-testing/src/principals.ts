import { randomUUID } from 'node:crypto';
import { newId, SCOPES, type KeyPrincipal, type MemberPrincipal, type Principal } from '@capture/contracts';

export const OPERATOR: Principal = { kind: 'operator' };
export const PUBLIC: Principal = { kind: 'public' };

/** A live key with every scope on the platform plan, of an organization of its own unless `changes` name one. */
export function keyPrincipal(changes: Partial<KeyPrincipal> = {}): KeyPrincipal {
  return {
    kind: 'key',
    organizationId: newId('organization'),
    keyId: newId('key'),
    mode: 'live',
    scopes: [...SCOPES],
    ownerMemberId: newId('member'),
    plan: 'platform',
    features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks'],
    limits: { rosterCap: 1000, submissionCap: 10_000, maxGuests: 8 },
    organizationPaused: false,
    ...changes,
  };
}

/** Somebody who is signed in to the key's organization. */
export function memberPrincipal(
  key: KeyPrincipal = keyPrincipal(),
  changes: Partial<MemberPrincipal> = {},
): MemberPrincipal {
  const { organizationId, plan, features, limits, organizationPaused } = key;
  return {
    kind: 'member',
    memberId: newId('member'),
    organizationId,
    plan,
    features,
    limits,
    organizationPaused,
    email: 'grace@example.org',
    role: 'producer',
    signInId: randomUUID(),
    ...changes,
  };
}
