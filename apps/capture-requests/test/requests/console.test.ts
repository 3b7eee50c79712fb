import { newId, type MemberPrincipal } from '@capture/contracts';
import { memberPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator } from '../fixtures/integrator.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

const colleagueOf = ({ key }: Integrator): MemberPrincipal => memberPrincipal(key);

const path = (id: string): string => `/console/api/capture-requests/${id}/close`;

describe('closing in the console', () => {
  it('says in answer and event that a member did it, once', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create({ metadata: { a: 1 } });
    const member = colleagueOf(integrator);
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await service.call(member, 'POST', path(id));
      expect([status, body['status'], body['closedReason']]).toEqual([200, 'closed', 'closed_by_member']);
      expect(body['maxContacts']).toBe(integrator.key.limits.rosterCap);
    }
    const marker = await integrator.create({ status: 'draft' });
    await service.awaitEvents(marker.id, 'capture_request.created');
    const events = service.eventsOf(id, 'capture_request.closed');
    expect(events.map(({ data }) => data)).toEqual([
      { captureRequestId: id, metadata: '{"a":1}', reason: 'closed_by_member' },
    ]);
  });

  it('changes nothing about a request that the API closed', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    await integrator.call('POST', `/${id}/close`);
    const { body } = await service.call(colleagueOf(integrator), 'POST', path(id));
    expect(body['closedReason']).toBe('closed_by_api');
  });

  it("finds no request of another organization's and none that never was", async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const stranger = colleagueOf(new Integrator(service));
    for (const [member, wanted] of [
      [stranger, id],
      [colleagueOf(integrator), newId('captureRequest')],
      [colleagueOf(integrator), 'x'],
    ] as const) {
      const { status, body } = await service.call(member, 'POST', path(wanted));
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
    expect((await integrator.call('GET', `/${id}`)).body['status']).toBe('active');
  });

  it('viewers cannot close a request; owners, admins and producers can close any request of their organization', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const viewer = memberPrincipal(integrator.key, { role: 'viewer' });
    const { status, body } = await service.call(viewer, 'POST', path(id));
    expect([status, body]).toMatchObject([
      403,
      { code: 'insufficient_role', action: 'requests.manage', requiredRole: 'producer' },
    ]);
    expect((await integrator.call('GET', `/${id}`)).body['status']).toBe('active');
    for (const role of ['member', 'producer', 'admin', 'owner'] as const) {
      const request = await integrator.create();
      const answer = await service.call(memberPrincipal(integrator.key, { role }), 'POST', path(request.id));
      expect([role, answer.status]).toEqual([role, 200]);
    }
  });

  it('shows its links to members who may manage requests, and to no viewer', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create({ openLink: true });
    const contacts = { contacts: [{ email: 'ada@example.com', name: 'Ada' }] };
    await integrator.call('POST', `/${id}/contacts`, contacts);
    const at = '/console/api/capture-requests';
    for (const [role, shown] of [
      ['producer', true],
      ['member', true],
      ['viewer', false],
    ] as const)
      for (const shownAt of [at, `${at}/${id}`, `${at}/${id}/contacts`]) {
        const { status, body } = await service.call(
          memberPrincipal(integrator.key, { role }),
          'GET',
          shownAt,
        );
        expect([role, shownAt, status, JSON.stringify(body).includes('?k=')]).toEqual([
          role,
          shownAt,
          200,
          shown,
        ]);
      }
  });

  it('makes one request of two calls with one Idempotency-Key, and another one for another member', async () => {
    const integrator = new Integrator(service);
    const [ada, grace] = [colleagueOf(integrator), colleagueOf(integrator)];
    const create = (member: MemberPrincipal) =>
      service.call<{ id: string }>(member, 'POST', '/console/api/capture-requests', {
        body: { title: 'Once', prompt: 'Only?' },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, again, other] = [await create(ada), await create(ada), await create(grace)];
    expect([again.status, again.headers['idempotent-replayed'], again.body.id]).toEqual([
      201,
      'true',
      first.body.id,
    ]);
    expect([other.status, other.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('takes members alone there, and keys alone under /v1', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    expect((await service.call(integrator.key, 'POST', path(id))).status).toBe(401);
    expect(
      (await service.call(colleagueOf(integrator), 'POST', `/v1/capture-requests/${id}/close`)).status,
    ).toBe(401);
  });
});
