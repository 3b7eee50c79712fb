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
    const asker = new Integrator(service);
    const { id } = await asker.create({ metadata: { a: 1 } });
    const member = colleagueOf(asker);
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await service.call(member, 'POST', path(id));
      expect([status, body['status'], body['closedReason']]).toEqual([200, 'closed', 'closed_by_member']);
      expect(body['maxContacts']).toBe(asker.key.limits.rosterCap);
    }
    const marker = await asker.create({ status: 'draft' });
    await service.awaitEvents(marker.id, 'capture_request.created');
    const events = service.eventsOf(id, 'capture_request.closed');
    expect(events.map(({ data }) => data)).toEqual([
      { captureRequestId: id, metadata: '{"a":1}', reason: 'closed_by_member' },
    ]);
  });

  it('changes nothing about a request that the API closed', async () => {
    const asker = new Integrator(service);
    const { id } = await asker.create();
    await asker.call('POST', `/${id}/close`);
    const { body } = await service.call(colleagueOf(asker), 'POST', path(id));
    expect(body['closedReason']).toBe('closed_by_api');
  });

  it("finds no request of another organization's and none that never was", async () => {
    const asker = new Integrator(service);
    const { id } = await asker.create();
    const stranger = colleagueOf(new Integrator(service));
    for (const [member, wanted] of [
      [stranger, id],
      [colleagueOf(asker), newId('captureRequest')],
      [colleagueOf(asker), 'x'],
    ] as const) {
      const { status, body } = await service.call(member, 'POST', path(wanted));
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
    expect((await asker.call('GET', `/${id}`)).body['status']).toBe('active');
  });

  it('takes members alone there, and keys alone under /v1', async () => {
    const asker = new Integrator(service);
    const { id } = await asker.create();
    expect((await service.call(asker.key, 'POST', path(id))).status).toBe(401);
    expect((await service.call(colleagueOf(asker), 'POST', `/v1/capture-requests/${id}/close`)).status).toBe(
      401,
    );
  });
});
