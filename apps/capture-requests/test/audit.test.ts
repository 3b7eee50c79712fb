import type { ChangeMade, EventEnvelope } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { until } from '@capture/testing';
import { CALLER_IP } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, RELEASE } from './fixtures/integrator.js';
import { Respondent } from './fixtures/respondent.js';
import { Service } from './fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

/** Changes of an organization in their order, once there are `count` of them. */
async function stated({ key }: Integrator, count: number): Promise<ChangeMade[]> {
  const changes = (): EventEnvelope[] =>
    service.events.filter(
      ({ type, organizationId }) => type === 'change.made' && organizationId === key.organizationId,
    );
  await until(`${count} changes`, () => changes().length >= count);
  return changes().map(({ data }) => data as ChangeMade);
}

describe('the audit log', () => {
  it('is told of every change a key makes, by whom, from where and to what, without links and addresses', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ status: 'draft' });
    const at = `/${request.id}`;
    const { contact, link: personal } = await integrator.invite(
      request.id,
      'ada@example.com',
      'Ada Lovelace',
    );
    const calls = [
      ['PATCH', at, { title: 'Another', status: 'active' }],
      ['POST', `${at}/contacts/${contact.id}/rotate-link`],
      ['POST', `${at}/rotate-open-link`],
      ['DELETE', `${at}/contacts/${contact.id}`],
      ['POST', `${at}/close`],
      ['DELETE', at],
    ] as const;
    for (const [method, path, body] of calls)
      expect((await integrator.call(method, path, body)).status).toBeLessThan(300);

    const changes = await stated(integrator, 8);
    const ofContact = { subject: contact.id, detail: { captureRequestId: request.id } };
    const ofRequest = { subject: request.id, detail: {} };
    expect(changes).toEqual(
      [
        { ...ofRequest, action: 'capture_request.created', detail: { status: 'draft' } },
        { ...ofRequest, action: 'contacts.added', detail: { contactIds: [contact.id] } },
        { ...ofRequest, action: 'capture_request.changed', detail: { fields: ['title', 'status'] } },
        { ...ofContact, action: 'contact.link_rotated' },
        { ...ofRequest, action: 'capture_request.open_link_rotated' },
        { ...ofContact, action: 'contact.removed' },
        { ...ofRequest, action: 'capture_request.closed' },
        { ...ofRequest, action: 'capture_request.deleted' },
      ].map((change) => ({ actor: integrator.key.keyId, ip: CALLER_IP, ...change })),
    );
    const text = JSON.stringify(changes);
    for (const secret of [link.key, personal.key, 'ada@example.com', 'Lovelace', 'Another'])
      expect(text).not.toContain(secret);
  });

  it('is not told of calls that changed nothing, nor of refused ones', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create({ release: RELEASE });
    const at = `/${request.id}`;
    await integrator.invite(request.id);
    await integrator.invite(request.id);
    const calls = [
      ['PATCH', at, {}, 200],
      ['POST', `${at}/rotate-open-link`, undefined, 409],
      ['DELETE', `${at}/contacts/cnt_01h455vb4pex5vsknk084sn02q`, undefined, 404],
      ['POST', `${at}/close`, undefined, 200],
      ['POST', `${at}/close`, undefined, 200],
      ['PATCH', at, { title: 'Late' }, 409],
      ['DELETE', at, undefined, 204],
    ] as const;
    for (const [method, path, body, status] of calls)
      expect([method, path, (await integrator.call(method, path, body)).status]).toEqual([
        method,
        path,
        status,
      ]);
    expect((await stated(integrator, 4)).map(({ action }) => action)).toEqual([
      'capture_request.created',
      'contacts.added',
      'capture_request.closed',
      'capture_request.deleted',
    ]);
  });

  it('is told by the caller of the call alone: many at once are not mixed up', async () => {
    const integrators = Array.from({ length: 10 }, () => new Integrator(service));
    await Promise.all(integrators.map((integrator) => integrator.create()));
    for (const integrator of integrators)
      expect((await stated(integrator, 1)).map(({ actor }) => actor)).toEqual([integrator.key.keyId]);
  });

  it('holds nothing of what respondents do: their consent has a record of its own', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    await new Respondent(service, link).submit();
    await service.awaitEvents(request.id, 'capture_request.submission_received');
    expect(await stated(integrator, 1)).toHaveLength(1);
  });

  it('cannot be told of a change outside of a call, nor outside of its transaction', async () => {
    const { app } = service.first;
    const change = { action: 'contact.removed', subject: 'cnt_1' };
    const state = async (): Promise<void> => app.get(Audit).record('org_1', change);
    await expect(app.get(Database).run(state)).rejects.toThrow('outside of a call');
    const caller = { actor: 'operator', ip: '203.0.113.7' };
    await expect(app.get(Audit).runAs(caller, state)).rejects.toThrow('outside a transaction');
  });
});
