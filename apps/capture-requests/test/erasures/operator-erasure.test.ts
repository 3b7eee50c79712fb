import { newId, type ChangeMade, type ErasureReceipt, type PublicJwk } from '@capture/contracts';
import { verifySigned } from '@capture/platform';
import { keyPrincipal, memberPrincipal, OPERATOR, PUBLIC, type Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ErasureDto, ErasurePageDto } from '../../src/erasures/erasure.dto.js';
import { ErasureJobs } from '../../src/erasures/erasure.jobs.js';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

const CONSOLE = '/console/api/erasures';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterEach(() => service.fakes.reset());
afterAll(() => service.stop());

const pathOf = (organizationId: string): string => `/operator/v1/orgs/${organizationId}/erasures`;

const ask = (organizationId: string, email: string): Promise<Answer<ErasureDto>> =>
  service.call<ErasureDto>(OPERATOR, 'POST', pathOf(organizationId), { body: { email } });

async function answered(integrator: Integrator, email: string): Promise<string> {
  const { id } = await integrator.create({ release: RELEASE });
  const { link } = await integrator.invite(id, email, 'Ada');
  const consent = { releaseAccepted: true, releaseVersion: 'v1' };
  await new Respondent(service, link).submit({ displayName: 'Ada', ...consent });
  return id;
}

const completed = (organizationId: string, id: string): Promise<ErasureDto> =>
  until('the erasure to be completed', async () => {
    const { body } = await service.call<ErasureDto>(OPERATOR, 'GET', `${pathOf(organizationId)}/${id}`);
    if (body.status === 'completed') return body;
    service.clock.advance(15 * 60);
    await service.runJob(ErasureJobs, 'carryOn');
    return undefined;
  });

const emailsOf = async (captureRequestId: string): Promise<string[]> =>
  (
    await service.rows<{ email: string }>(
      'SELECT email FROM contact WHERE capture_request_id = $1',
      captureRequestId,
    )
  ).map(({ email }) => email);

describe('an operator who erases a person', () => {
  it('erases them from the organization that the path names and from no other, with a receipt that verifies', async () => {
    const [mine, theirs] = [new Integrator(service), new Integrator(service)];
    const { organizationId } = mine.key;
    const email = 'ada.operator@example.com';
    const [own, other] = [await answered(mine, email), await answered(theirs, email)];
    const { status, body } = await ask(organizationId, 'Ada.Operator@Example.com');
    expect([status, body]).toMatchObject([201, { requestedBy: 'operator' }]);
    await completed(organizationId, body.id);
    expect([await emailsOf(own), await emailsOf(other)]).toEqual([[], [email]]);
    const path = `${pathOf(organizationId)}/${body.id}/receipt`;
    const { body: receipt } = await service.call<ErasureReceipt>(OPERATOR, 'GET', path);
    expect(receipt).toMatchObject({ organizationId, erasureId: body.id, requestedBy: 'operator' });
    expect(receipt.recordings).toHaveLength(1);
    const keys = await service.call<{ keys: PublicJwk[] }>(PUBLIC, 'GET', '/.well-known/capture-keys.json');
    expect(verifySigned(receipt, keys.body.keys)).toBe(true);
  });

  it("is named as operator in the organization's audit log, and never the address", async () => {
    const { key } = new Integrator(service);
    const email = 'ada.audit@example.com';
    const { body } = await ask(key.organizationId, email);
    await completed(key.organizationId, body.id);
    const changes = await until('both changes', () => {
      const found = service.events.filter(
        (event) => event.type === 'change.made' && event.organizationId === key.organizationId,
      );
      return found.length >= 2 ? found.map(({ data }) => data as ChangeMade) : undefined;
    });
    expect(changes).toMatchObject([
      { actor: 'operator', action: 'erasure.requested', subject: body.id },
      { actor: 'operator', action: 'erasure.completed', subject: body.id },
    ]);
    expect(JSON.stringify(changes)).not.toContain(email);
  });

  it("finds the members' erasures beside their own, as the members do, and none under another organization's id", async () => {
    const { key } = new Integrator(service);
    const admin = memberPrincipal(key, { role: 'admin' });
    const first = await ask(key.organizationId, 'ada.list@example.com');
    const body = { email: 'grace.list@example.com' };
    const second = await service.call<ErasureDto>(admin, 'POST', CONSOLE, { body });
    const ids = [second.body.id, first.body.id];
    const listOf = async (path: string, principal: Parameters<Service['call']>[0]): Promise<string[]> =>
      (await service.call<ErasurePageDto>(principal, 'GET', path)).body.data.map(({ id }) => id);
    expect(await listOf(pathOf(key.organizationId), OPERATOR)).toEqual(ids);
    expect(await listOf(CONSOLE, admin)).toEqual(ids);
    const elsewhere = pathOf(newId('organization'));
    expect(await listOf(elsewhere, OPERATOR)).toEqual([]);
    for (const path of [`${elsewhere}/${first.body.id}`, `${elsewhere}/${first.body.id}/receipt`])
      expect(await service.call(OPERATOR, 'GET', path)).toMatchObject({ status: 404 });
  });

  it('is refused for the address of a member, and for an organization that there is not', async () => {
    const { organizationId } = new Integrator(service).key;
    service.fakes.members = ['grace@example.com'];
    expect(await ask(organizationId, 'Grace@example.com')).toMatchObject({ status: 409 });
    const absent = { status: 404, body: { code: 'not_found' } };
    for (const id of [newId('captureRequest'), 'org_nonsense'])
      expect(await ask(id, 'ada@example.com')).toMatchObject(absent);
    service.fakes.organizationKnown = false;
    expect(await ask(organizationId, 'ada@example.com')).toMatchObject(absent);
    const { body } = await service.call<ErasurePageDto>(OPERATOR, 'GET', pathOf(organizationId));
    expect(body.data).toEqual([]);
  });
});

it("no key and no member reaches the operator's routes, whatever their role, and no operator those of members", async () => {
  const { key } = new Integrator(service);
  const path = pathOf(key.organizationId);
  const body = { email: 'ada.refused@example.com' };
  for (const principal of [keyPrincipal(), memberPrincipal(key, { role: 'owner' }), PUBLIC])
    for (const [method, at] of [
      ['POST', path],
      ['GET', path],
      ['GET', `${path}/ers_x`],
      ['GET', `${path}/ers_x/receipt`],
    ] as const) {
      const options = method === 'POST' ? { body } : {};
      expect((await service.call(principal, method, at, options)).status).toBe(401);
    }
  expect((await service.call(OPERATOR, 'GET', CONSOLE)).status).toBe(401);
});
