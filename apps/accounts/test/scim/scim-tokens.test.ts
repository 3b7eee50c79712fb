import type { ScimError } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import type { ScimTokenListDto } from '../../src/scim-tokens/scim-token.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Directory } from '../fixtures/directory.js';
import { People } from '../fixtures/people.js';

let service: AccountsUnderTest;
let people: People;
beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

const tokensOf = async (org: string) =>
  (await service.call<ScimTokenListDto>('GET', `${ORGS}/${org}/scim-tokens`)).body.data;
const end = (org: string, id: string) => service.call('DELETE', `${ORGS}/${org}/scim-tokens/${id}`);

/** A member of an organization of their own who has that role. */
async function inRole(role: 'owner' | 'admin' | 'producer') {
  const { org, email, member } = await people.person();
  await service.call('PATCH', `${ORGS}/${org}/members/${member.id}`, { body: { role } });
  return { org, principal: await people.principal(await people.signedIn(email)) };
}

describe('the token of a directory', () => {
  it('is shown once, and stored as a hash that does not open anything', async () => {
    const { id: org } = await service.organization();
    const first = await Directory.of(service, org);
    const { issued } = first;
    expect(issued.token).toMatch(/^cap_scim_[\w-]{43}$/);
    expect(issued.baseUrl).toMatch(/\/scim\/v2$/);
    const kept = [await service.sql('SELECT * FROM scim_token'), await tokensOf(org)];
    const { body: log } = await service.call('GET', `${ORGS}/${org}/audit-log`);
    expect(JSON.stringify([kept, log])).not.toContain(issued.token);
    const [{ hash } = { hash: '' }] = await service.sql<{ hash: string }>(
      'SELECT hash FROM scim_token WHERE organization_id = $1',
      org,
    );
    const directory = await Directory.of(service, org);
    expect((await directory.call('GET', '/Users', undefined, hash)).status).toBe(401);
    expect((await first.list()).status).toBe(200);
  });

  it('says when it was used last, to the minute', async () => {
    const { id: org } = await service.organization();
    const directory = await Directory.of(service, org);
    expect((await tokensOf(org)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null]);
    await directory.list();
    const [first] = await tokensOf(org);
    expect(first?.lastUsedAt).toEqual(expect.any(String));
    service.clock.advance(30);
    await directory.list();
    expect((await tokensOf(org))[0]?.lastUsedAt).toBe(first?.lastUsedAt);
    service.clock.advance(60);
    await directory.list();
    const used = (await tokensOf(org))[0]?.lastUsedAt ?? '';
    expect(Date.parse(used) - Date.parse(first?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(90_000);
  });

  it('is one of two at most, both of which work until one is ended', async () => {
    const { id: org } = await service.organization();
    const [first, second] = [await Directory.of(service, org), await Directory.of(service, org)];
    const third = await service.refused('POST', `${ORGS}/${org}/scim-tokens`, { body: {} });
    expect([third.status, third.body.code]).toEqual([409, 'conflict']);
    for (const directory of [first, second]) expect((await directory.list()).status).toBe(200);
    expect((await end(org, first.issued.id)).status).toBe(204);
    expect((await first.list()).status).toBe(401);
    expect((await second.list()).status).toBe(200);
    expect((await end(org, first.issued.id)).status).toBe(404);
  });

  it('is ended by nobody of another organization', async () => {
    const [one, other] = [await service.organization(), await service.organization()];
    const { issued } = await Directory.of(service, one.id);
    expect((await end(other.id, issued.id)).status).toBe(404);
    expect(await tokensOf(one.id)).toHaveLength(1);
    expect(await tokensOf(other.id)).toEqual([]);
  });

  it('is made and ended by owners and admins, and by no producer', async () => {
    for (const role of ['owner', 'admin'] as const) {
      const { org, principal } = await inRole(role);
      const { issued } = await Directory.of(service, org, {}, principal);
      const path = `/console/api/scim-tokens/${issued.id}`;
      expect([role, (await service.call('DELETE', path, { principal })).status]).toEqual([role, 204]);
    }
    const { principal } = await inRole('producer');
    for (const method of ['GET', 'POST'] as const) {
      const { body } = await service.refused(method, '/console/api/scim-tokens', {
        principal,
        ...(method === 'POST' && { body: {} }),
      });
      expect([method, body.code]).toEqual([method, 'insufficient_role']);
    }
  });

  it('is in the audit log when it is made and ended, and by its id with what it does', async () => {
    const { id: org } = await service.organization();
    const directory = await Directory.of(service, org);
    const { id } = await directory.created(people.newEmail());
    await directory.patch(id, { op: 'add', path: 'externalId', value: 'x' });
    await directory.setActive(id, false);
    await directory.setActive(id, true);
    await directory.patch(id, { op: 'replace', path: 'roles', value: [{ value: 'viewer' }] });
    await directory.remove(id);
    await end(org, directory.issued.id);
    const { body } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${org}/audit-log`);
    const entries = body.data.map(({ actor, action }) => `${actor} ${action}`).reverse();
    const token = directory.issued.id;
    expect(entries.filter((entry) => !entry.includes('member.invited'))).toEqual([
      'operator organization.created',
      'operator scim_token.created',
      `${token} member.added`,
      `${token} member.external_id_changed`,
      `${token} member.deactivated`,
      `${token} member.activated`,
      `${token} member.role_changed`,
      `${token} member.removed`,
      'operator scim_token.ended',
    ]);
  });

  it('is asked for on every route, before the body is looked at', async () => {
    const { id: org } = await service.organization();
    const directory = await Directory.of(service, org);
    const { id } = await directory.created(people.newEmail());
    const refusals = new Set<string>();
    for (const [method, path] of [
      ['GET', '/Users'],
      ['POST', '/Users'],
      ['GET', `/Users/${id}`],
      ['PUT', `/Users/${id}`],
      ['PATCH', `/Users/${id}`],
      ['DELETE', `/Users/${id}`],
      ['GET', '/ServiceProviderConfig'],
      ['GET', '/ResourceTypes'],
      ['GET', '/ResourceTypes/User'],
      ['GET', '/Schemas'],
      ['GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'],
    ] as const)
      for (const token of ['', 'garbage', `cap_scim_${'x'.repeat(43)}`]) {
        const answer = await directory.call<ScimError>(method, path, undefined, token);
        expect([method, path, answer.status]).toEqual([method, path, 401]);
        expect(answer.headers['content-type']).toContain('application/scim+json');
        refusals.add(JSON.stringify(answer.body));
      }
    expect([...refusals].map((text) => JSON.parse(text) as ScimError)).toMatchObject([
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' },
    ]);
  });
});
