import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parseApiKey, type CredentialChanged } from '@capture/contracts';
import { until } from '@capture/testing';
import type { KeyPageDto, KeyDto, IssuedKeyDto } from '../src/api-keys/key.dto.js';
import { AccountsUnderTest } from './service.js';

const ORGS = '/operator/v1/orgs';
const DAY_SEC = 86_400;
let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

const iso = (sec: number): string => new Date(service.clock.now().getTime() + sec * 1000).toISOString();

describe('creating a key', () => {
  test('shows it once, in the product format, and stores only a hash of it', async () => {
    const { id } = await service.organization();
    const made = await service.key(id, {
      mode: 'test',
      scopes: ['usage:read', 'usage:read', 'recordings:read'],
    });
    expect(parseApiKey(made.key)).toEqual({ mode: 'test' });
    expect(made).toMatchObject({ mode: 'test', scopes: ['usage:read', 'recordings:read'], status: 'active' });
    expect(made.texts).toEqual([expect.objectContaining({ hint: made.key.slice(0, 13), endsAt: null })]);
    const { body: read } = await service.call<KeyDto>('GET', `${ORGS}/${id}/keys/${made.id}`);
    expect(read).not.toHaveProperty('key');
    const rows = await service.sql('SELECT * FROM api_key, key_secret, audit_entry, outbox');
    expect(rows.length).toBeGreaterThan(0);
    const stored = JSON.stringify(rows, (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(stored).not.toContain(made.key);
    expect(stored).not.toContain(made.key.slice(14));
  });

  test("belongs to the named member, else to the organization's owner", async () => {
    const { id, owner } = await service.organization();
    const email = 'ben@acme.example';
    const { body: ben } = await service.call<{ id: string }>('POST', `${ORGS}/${id}/members`, {
      body: { email },
    });
    expect((await service.key(id)).ownerMemberId).toBe(owner.id);
    expect((await service.key(id, { member: 'Ben@Acme.example' })).ownerMemberId).toBe(ben.id);
    expect((await service.key(id, { member: ben.id })).ownerMemberId).toBe(ben.id);
  });

  test('names the bad field, and makes nothing', async () => {
    const { id } = await service.organization();
    const good = { name: 'K', mode: 'live', scopes: ['usage:read'] };
    const cases: [object, string][] = [
      [{ ...good, name: '' }, 'name'],
      [{ ...good, mode: 'prod' }, 'mode'],
      [{ ...good, scopes: [] }, 'scopes'],
      [{ ...good, scopes: ['all'] }, 'scopes'],
      [{ ...good, expiresAt: 'tomorrow' }, 'expiresAt'],
      [{ ...good, expiresAt: iso(-1) }, 'expiresAt'],
      [{ ...good, member: 'stranger@acme.example' }, 'member'],
      [{ ...good, organizationId: id }, 'organizationId'],
    ];
    for (const [body, field] of cases) {
      const answer = await service.refused('POST', `${ORGS}/${id}/keys`, { body });
      expect(answer, field).toMatchObject({ status: 400, body: { code: 'invalid_input', field } });
    }
    expect((await service.call<KeyPageDto>('GET', `${ORGS}/${id}/keys`)).body.data).toEqual([]);
  });

  test('lists them newest first by keyset, and refuses a cursor of another organization (54)', async () => {
    const { id } = await service.organization();
    const other = await service.organization();
    const made = [await service.key(id), await service.key(id), await service.key(id)].map((key) => key.id);
    const foreign = await service.key(other.id);
    const first = (await service.call<KeyPageDto>('GET', `${ORGS}/${id}/keys?limit=2`)).body;
    const rest = (await service.call<KeyPageDto>('GET', `${ORGS}/${id}/keys?cursor=${first.nextCursor}`))
      .body;
    expect([...first.data, ...rest.data].map((key) => key.id)).toEqual(made.reverse());
    expect(rest.nextCursor).toBeNull();
    const wrong = await service.refused('GET', `${ORGS}/${id}/keys?cursor=${foreign.id}`);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    expect((await service.refused('GET', `${ORGS}/${id}/keys/${foreign.id}`)).status).toBe(404);
  });
});

describe('resolving a credential', () => {
  test('answers the principal with what the plan gives and where to get what it lacks', async () => {
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

  test('of a free organization names the cheapest plan of each feature it lacks', async () => {
    const { id } = await service.organization('free');
    const { key } = await service.key(id);
    const resolved = await service.resolve(key);
    expect(resolved?.principal.features).toEqual(['capture_requests', 'recordings']);
    const upgrades = { api: 'team', sessions: 'team', webhooks: 'team', consent_evidence: 'platform' };
    expect(resolved?.upgrades).toEqual(upgrades);
  });

  test('is null for a key that never was, one that was revoked, and one that expired at its instant', async () => {
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

  test('has no owner once that member left, and has one again when they are back', async () => {
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

  test('follows the organization: plan and pause show at once', async () => {
    const { id } = await service.organization('team');
    const { key } = await service.key(id);
    await service.call('PATCH', `${ORGS}/${id}`, { body: { paused: true, plan: 'platform' } });
    const resolved = await service.resolve(key);
    expect(resolved?.principal).toMatchObject({ organizationPaused: true, plan: 'platform' });
    expect(resolved?.upgrades).toEqual({});
  });

  test('notes when the key was used, at most once a minute', async () => {
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

describe('rotating a key', () => {
  const rotate = (id: string, keyId: string, body: object = {}) =>
    service.call<IssuedKeyDto>('POST', `${ORGS}/${id}/keys/${keyId}/rotate`, { body });

  test('lets both texts in for the overlap, a day unless stated, then only the new one', async () => {
    const { id } = await service.organization();
    const old = await service.key(id);
    const { status, body: fresh } = await rotate(id, old.id);
    expect(status).toBe(201);
    expect(fresh.id).toBe(old.id);
    const before = await service.resolve(old.key);
    expect(before?.principal.keyId).toBe(old.id);
    expect((await service.resolve(fresh.key))?.principal.keyId).toBe(old.id);
    const left = Date.parse(before?.expiresAt ?? '') - service.clock.now().getTime();
    expect(left / 1000).toBeGreaterThan(DAY_SEC - 10);
    expect(left / 1000).toBeLessThanOrEqual(DAY_SEC);
    service.clock.advance(DAY_SEC + 1);
    expect(await service.resolve(old.key)).toBeNull();
    expect(await service.resolve(fresh.key)).toMatchObject({ expiresAt: null });
  });

  test('without an overlap stops every earlier text at once', async () => {
    const { id } = await service.organization();
    const first = await service.key(id);
    const second = (await rotate(id, first.id)).body;
    const third = (await rotate(id, first.id, { overlapSec: 0 })).body;
    expect(await service.resolve(first.key)).toBeNull();
    expect(await service.resolve(second.key)).toBeNull();
    expect(await service.resolve(third.key)).not.toBeNull();
  });

  test('tells caches, and refuses an overlap of more than a week and a key that is dead', async () => {
    const { id } = await service.organization();
    const { id: keyId } = await service.key(id);
    await rotate(id, keyId);
    await service.call('POST', `${ORGS}/${id}/keys/${keyId}/revoke`);
    const events = await service.eventsUntil(id, 'credential.changed', 2);
    expect(events.map(({ data }) => (data as CredentialChanged).change)).toEqual(['rotated', 'revoked']);
    expect((await rotate(id, keyId)).status).toBe(409);
    const wrong = await service.refused('POST', `${ORGS}/${id}/keys/${keyId}/rotate`, {
      body: { overlapSec: 604_801 },
    });
    expect(wrong).toMatchObject({ status: 400, body: { field: 'overlapSec' } });
  });
});

describe('changing and revoking', () => {
  test('a change of scopes and expiry shows at once and voids caches; a revoked key takes none', async () => {
    const { id } = await service.organization();
    const { key, id: keyId } = await service.key(id, { expiresAt: iso(60) });
    const patch = (body: object) => service.call<KeyDto>('PATCH', `${ORGS}/${id}/keys/${keyId}`, { body });
    expect((await patch({ scopes: ['sessions:read'], expiresAt: null })).body).toMatchObject({
      expiresAt: null,
    });
    expect(await service.resolve(key)).toMatchObject({
      principal: { scopes: ['sessions:read'] },
      expiresAt: null,
    });
    await service.eventsUntil(id, 'credential.changed', 1);
    await service.call('POST', `${ORGS}/${id}/keys/${keyId}/revoke`);
    expect((await patch({ name: 'Again' })).status).toBe(409);
  });

  test('revoking twice is one revocation: the same answer, one event', async () => {
    const { id } = await service.organization();
    const { id: keyId } = await service.key(id);
    const revoke = () => service.call<KeyDto>('POST', `${ORGS}/${id}/keys/${keyId}/revoke`);
    const first = await revoke();
    expect(first).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect((await revoke()).body).toEqual(first.body);
    expect(await service.eventsUntil(id, 'credential.changed', 1)).toHaveLength(1);
  });

  test("another organization's key is not there (43)", async () => {
    const [mine, theirs] = [await service.organization(), await service.organization()];
    const { id: keyId, key } = await service.key(theirs.id);
    for (const path of ['revoke', 'rotate']) {
      expect((await service.refused('POST', `${ORGS}/${mine.id}/keys/${keyId}/${path}`)).status).toBe(404);
    }
    const patched = await service.refused('PATCH', `${ORGS}/${mine.id}/keys/${keyId}`, {
      body: { name: 'x' },
    });
    expect(patched.status).toBe(404);
    expect(await service.resolve(key)).not.toBeNull();
  });
});
