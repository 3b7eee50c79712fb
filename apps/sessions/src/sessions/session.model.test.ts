import { describe, expect, it } from 'vitest';
import type { KeyPrincipal, MemberPrincipal } from '@capture/contracts';
import { closed, openSession, requireHost, requireOpen, statusOf } from './session.model.js';

const at = (sec: number): Date => new Date(1_800_000_000_000 + sec * 1000);
const key: KeyPrincipal = {
  kind: 'key',
  organizationId: 'org_1',
  keyId: 'key_1',
  mode: 'live',
  scopes: ['sessions:write'],
  ownerMemberId: 'mem_1',
  plan: 'team',
  features: ['api', 'sessions'],
  limits: { rosterCap: 1, submissionCap: 1, maxGuests: 4 },
  organizationPaused: false,
};
const member = (memberId: string, role: MemberPrincipal['role'] = 'producer'): MemberPrincipal => {
  const { organizationId, plan, features, limits, organizationPaused } = key;
  const organization = { organizationId, plan, features, limits, organizationPaused };
  return { kind: 'member', memberId, email: 'ada@acme.example', role, signInId: 'x', ...organization };
};
const room = openSession(key, 'kfw-3nq-x7d', 100, at(0));

describe('opening', () => {
  it('takes the host from the key and the capacity from the plan', () => {
    expect(room).toMatchObject({ hostMemberId: 'mem_1', maxGuests: 4, state: 'open', expiresAt: at(100) });
  });

  it.each([
    [{ mode: 'test' as const, ownerMemberId: null }, 'test_mode_scope'],
    [{ ownerMemberId: null, organizationPaused: true }, 'key_owner_not_a_member'],
    [{ organizationPaused: true }, 'organization_paused'],
  ])('with %j is refused as %s', (changes, code) => {
    expect(() => openSession({ ...key, ...changes }, 'x', 100, at(0))).toThrow(code);
  });
});

describe('opening as a member', () => {
  it('makes the member the host, and is refused while the organization is paused', () => {
    expect(openSession(member('mem_2'), 'x', 100, at(0))).toMatchObject({
      hostMemberId: 'mem_2',
      maxGuests: 4,
    });
    const paused = { ...member('mem_2'), organizationPaused: true };
    expect(() => openSession(paused, 'x', 100, at(0))).toThrow('organization_paused');
  });
});

describe('a room', () => {
  const hosted = { ...room, participants: [{ memberId: 'mem_3' }, { memberId: null }] };

  it('is for keys, for its host of record, for those who have hosted it, and for admins and owners', () => {
    for (const caller of [
      key,
      member('mem_1'),
      member('mem_3'),
      member('mem_4', 'admin'),
      member('mem_4', 'owner'),
    ])
      expect(() => requireHost(hosted, caller)).not.toThrow();
  });

  it('is for no other producer', () => {
    for (const role of ['producer', 'member', 'viewer'] as const)
      expect(() => requireHost(hosted, member('mem_4', role))).toThrow('insufficient_role');
  });
});

describe('the status', () => {
  it('is expired from the very instant of the cutoff, unless the room was closed', () => {
    expect(statusOf(room, at(99.999))).toBe('open');
    expect(statusOf(room, at(100))).toBe('expired');
    expect(statusOf(closed(room, at(50)), at(200))).toBe('closed');
  });

  it('open is the only one that accepts people', () => {
    expect(() => requireOpen(room, at(99))).not.toThrow();
    expect(() => requireOpen(room, at(100))).toThrow('expired');
    expect(() => requireOpen(closed(room, at(50)), at(60))).toThrow('ended');
  });
});

describe('ending', () => {
  it('keeps the first end, however often it is called', () => {
    const ended = closed(room, at(50));
    expect(ended).toMatchObject({ state: 'closed', endedAt: at(50) });
    expect(closed(ended, at(60))).toBe(ended);
  });

  it('an expired room closes it: it is collected like any other', () => {
    expect(closed(room, at(500))).toMatchObject({ state: 'closed', endedAt: at(500) });
  });
});
