import { sha256Hex } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyDto, KeyPageDto } from '../../src/api-keys/key.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';

let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

const iso = (sec: number): string => new Date(service.clock.now().getTime() + sec * 1000).toISOString();

describe('resolving a credential', () => {
  it('answers the principal with what the plan gives and where to get what it lacks', async () => {
    const { id, owner } = await service.organization('team');
    const expiresAt = iso(3600);
    const made = await service.key(id, { scopes: ['usage:read'], expiresAt });
    expect(await service.resolve(made.key)).toEqual({
      principal: {
        kind: 'key',
        organizationId: id,
        keyId: made.id,
        mode: 'live',
        scopes: ['usage:read'],
        ownerMemberId: owner.id,
        plan: 'team',
        features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks'],
        limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
        organizationPaused: false,
      },
      expiresAt,
      upgrades: { consent_evidence: 'platform' },
    });
  });

  it('has the same answer by HTTP, for a gateway without a bus, and only with a signed header', async () => {
    const { id } = await service.organization('team');
    const { key } = await service.key(id);
    const path = '/internal/credentials/resolve';
    const body = { keySha256: sha256Hex(key) };
    const asked = await service.call('POST', path, { body, principal: { kind: 'public' } });
    expect([asked.status, asked.body]).toEqual([200, { credential: await service.resolve(key) }]);
    const unknown = { keySha256: sha256Hex('another') };
    expect((await service.call('POST', path, { body: unknown, principal: { kind: 'public' } })).body).toEqual(
      {
        credential: null,
      },
    );
    expect((await service.call('POST', path, { body, principal: null })).status).toBe(401);
  });

  it('of a free organization names the cheapest plan of each feature it lacks', async () => {
    const { id } = await service.organization('free');
    const { key } = await service.key(id);
    const resolved = await service.resolve(key);
    expect(resolved?.principal.features).toEqual(['capture_requests', 'recordings']);
    const upgrades = { api: 'team', sessions: 'team', webhooks: 'team', consent_evidence: 'platform' };
    expect(resolved?.upgrades).toEqual(upgrades);
  });

  it('is null for a key that never was, one that was revoked, and one that expired at its instant', async () => {
    const { id } = await service.organization();
    const [revoked, expired] = [await service.key(id), await service.key(id, { expiresAt: iso(60) })];
    expect(await service.resolve('cap_live_never')).toBeNull();
    await service.call('POST', `${ORGS}/${id}/keys/${revoked.id}/revoke`);
    expect(await service.resolve(revoked.key)).toBeNull();
    expect(await service.resolve(expired.key)).not.toBeNull();
    service.clock.advance(61);
    expect(await service.resolve(expired.key)).toBeNull();
    const { body } = await service.call<KeyPageDto>('GET', `${ORGS}/${id}/keys`);
    expect(body.data.map(({ status }) => status)).toEqual(['expired', 'revoked']);
  });

  it('has no owner once that member left, and has one again when they are back', async () => {
    const { id } = await service.organization();
    const email = 'cy@acme.example';
    await service.call('POST', `${ORGS}/${id}/members`, { body: { email } });
    const { key, ownerMemberId, id: keyId } = await service.key(id, { member: email });
    await service.call('DELETE', `${ORGS}/${id}/members/${email}`);
    expect((await service.resolve(key))?.principal.ownerMemberId).toBeNull();
    await service.call('POST', `${ORGS}/${id}/members`, { body: { email } });
    expect((await service.resolve(key))?.principal.ownerMemberId).toBe(ownerMemberId);
    const events = await service.eventsUntil(id, 'credential.changed', 2);
    expect(events.map(({ data }) => data)).toEqual([
      { keyId, change: 'updated' },
      { keyId, change: 'updated' },
    ]);
  });

  it('follows the organization: plan and pause show at once', async () => {
    const { id } = await service.organization('team');
    const { key } = await service.key(id);
    await service.call('PATCH', `${ORGS}/${id}`, { body: { paused: true, plan: 'platform' } });
    const resolved = await service.resolve(key);
    expect(resolved?.principal).toMatchObject({ organizationPaused: true, plan: 'platform' });
    expect(resolved?.upgrades).toEqual({});
  });

  it('notes when the key was used, at most once a minute', async () => {
    const { id } = await service.organization();
    const { key, id: keyId } = await service.key(id);
    const lastUse = async () =>
      (await service.call<KeyDto>('GET', `${ORGS}/${id}/keys/${keyId}`)).body.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await service.resolve(key);
    const first = await until('the first use', lastUse);
    service.clock.advance(30);
    await service.resolve(key);
    const marker = await service.key(id);
    await service.resolve(marker.key);
    await until('a later flush', async () => {
      const { body } = await service.call<KeyDto>('GET', `${ORGS}/${id}/keys/${marker.id}`);
      return body.lastUsedAt;
    });
    expect(await lastUse()).toBe(first);
    service.clock.advance(31);
    await service.resolve(key);
    await until('a newer use', async () => (await lastUse()) !== first);
  });
});
