import { ChangeMade, createEvent } from '@capture/contracts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { AuditEntryPageDto } from '../src/audit/audit.dto.js';
import { AccountsUnderTest } from './service.js';

let service: AccountsUnderTest;
beforeAll(async () => {
  service = await AccountsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

test('what other services tell of is in the audit log as it happened, once however often it arrives', async () => {
  const { id } = await service.organization();
  const change = {
    actor: 'key_01h455vb4pex5vsknk084sn02q',
    ip: '2001:db8::1',
    action: 'contact.removed',
    subject: 'cnt_01h455vb4pex5vsknk084sn02q',
    detail: { captureRequestId: 'crq_01h455vb4pex5vsknk084sn02q' },
  };
  const at = new Date('2026-03-01T12:00:00.123Z');
  const event = createEvent(ChangeMade, id, change, at);
  await service.hears(event);
  await service.hears(event);
  await service.hears(createEvent(ChangeMade, id, { ...change, action: 'contacts.added' }, at));
  const { body } = await service.call<AuditEntryPageDto>('GET', `/operator/v1/orgs/${id}/audit-log`);
  expect(body.data.map(({ id: _id, ...entry }) => entry)).toMatchObject([
    { ...change, action: 'contacts.added', at: at.toISOString() },
    { ...change, at: at.toISOString() },
    { action: 'organization.created', actor: 'operator' },
  ]);
});

test('a change that carries more than this release knows is kept all the same', async () => {
  const { id } = await service.organization();
  const change = { actor: 'operator', ip: '::1', action: 'upload.redriven', subject: 'upl_1', detail: {} };
  const event = createEvent(ChangeMade, id, change);
  await service.hears({ ...event, data: { ...change, device: 'phone' } });
  const { body } = await service.call<AuditEntryPageDto>('GET', `/operator/v1/orgs/${id}/audit-log`);
  expect(body.data[0]).toMatchObject(change);
});
