import { parseApiKey, type CredentialChanged } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedKeyDto, KeyDto, KeyPageDto } from '../../src/api-keys/key.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';

const DAY_SEC = 86_400;
let service: AccountsUnderTest;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

const iso = (sec: number): string => new Date(service.clock.now().getTime() + sec * 1000).toISOString();

describe('creating a key', () => {
  it('shows it once, in the product format, and stores only a hash of it', async () => {
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

  it('is refused where a thousand work, as is letting one that has expired work again', async () => {
    const { id, owner } = await service.organization();
    const brief = await service.key(id, { expiresAt: iso(60) });
    const spare = await service.key(id);
    await service.sql(
      `INSERT INTO api_key (id, organization_id, name, mode, scopes, owner_member_id, created_at)
       SELECT $1::text || n, $1, 'K', 'live', '{usage:read}', $2, now() FROM generate_series(1, 999) n`,
      id,
      owner.id,
    );
    service.clock.advance(60);
    const body = { name: 'K', mode: 'live', scopes: ['usage:read'] };
    const path = `${ORGS}/${id}/keys`;
    const conflict = { status: 409, body: { code: 'conflict' } };
    expect(await service.refused('POST', path, { body })).toMatchObject(conflict);
    const again = { body: { expiresAt: null } };
    expect(await service.refused('PATCH', `${path}/${brief.id}`, again)).toMatchObject(conflict);
    await service.call('POST', `${path}/${spare.id}/revoke`);
    expect((await service.call('PATCH', `${path}/${brief.id}`, again)).status).toBe(200);
  });

  it("belongs to the named member, else to the organization's owner", async () => {
    const { id, owner } = await service.organization();
    const email = 'ben@acme.example';
    const { body: ben } = await service.call<{ id: string }>('POST', `${ORGS}/${id}/members`, {
      body: { email },
    });
    expect((await service.key(id)).ownerMemberId).toBe(owner.id);
    expect((await service.key(id, { member: 'Ben@Acme.example' })).ownerMemberId).toBe(ben.id);
    expect((await service.key(id, { member: ben.id })).ownerMemberId).toBe(ben.id);
  });

  it('names the bad field, and makes nothing', async () => {
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

  it('lists them newest first by keyset, and refuses a cursor of another organization (54)', async () => {
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

describe('rotating a key', () => {
  const rotate = (id: string, keyId: string, body: object = {}) =>
    service.call<IssuedKeyDto>('POST', `${ORGS}/${id}/keys/${keyId}/rotate`, { body });

  it('lets both texts in for the overlap, a day unless stated, then only the new one', async () => {
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

  it('without an overlap stops every earlier text at once', async () => {
    const { id } = await service.organization();
    const first = await service.key(id);
    const second = (await rotate(id, first.id)).body;
    const third = (await rotate(id, first.id, { overlapSec: 0 })).body;
    expect(await service.resolve(first.key)).toBeNull();
    expect(await service.resolve(second.key)).toBeNull();
    expect(await service.resolve(third.key)).not.toBeNull();
  });

  it('keeps ten texts: of those that have stopped the oldest makes room', async () => {
    const { id } = await service.organization();
    const first = await service.key(id);
    const hints: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { status, body } = await rotate(id, first.id, { overlapSec: 0 });
      expect(status).toBe(201);
      hints.unshift(body.key.slice(0, 13));
    }
    const { body: read } = await service.call<KeyDto>('GET', `${ORGS}/${id}/keys/${first.id}`);
    expect(read.texts.map(({ hint }) => hint)).toEqual(hints.slice(0, 10));
    expect(read.texts[0]?.endsAt).toBeNull();
  });

  it('is refused where ten work, and changes nothing; without an overlap it is not', async () => {
    const { id } = await service.organization();
    const made = [await service.key(id)];
    const keyId = made[0]?.id ?? '';
    for (let count = 0; count < 9; count += 1) made.push((await rotate(id, keyId)).body);
    expect(await rotate(id, keyId, { overlapSec: 60 })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    service.clock.advance(61);
    for (const { key } of made) expect(await service.resolve(key)).not.toBeNull();
    const { status, body: last } = await rotate(id, keyId, { overlapSec: 0 });
    expect(status).toBe(201);
    for (const { key } of made) expect(await service.resolve(key)).toBeNull();
    expect(await service.resolve(last.key)).not.toBeNull();
  });

  it('tells caches, and refuses an overlap of more than a week and a key that is dead', async () => {
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
  it('a change of scopes and expiry shows at once and voids caches; a revoked key takes none', async () => {
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

  it('revoking twice is one revocation: the same answer, one event', async () => {
    const { id } = await service.organization();
    const { id: keyId } = await service.key(id);
    const revoke = () => service.call<KeyDto>('POST', `${ORGS}/${id}/keys/${keyId}/revoke`);
    const first = await revoke();
    expect(first).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect((await revoke()).body).toEqual(first.body);
    expect(await service.eventsUntil(id, 'credential.changed', 1)).toHaveLength(1);
  });

  it("another organization's key is not there (43)", async () => {
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
