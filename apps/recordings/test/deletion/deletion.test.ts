import {
  CaptureRequestDeleted,
  createEvent,
  newId,
  OrganizationUpdated,
  type Problem,
  type PublicJwk,
  type Signature,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { verifySigned } from '@capture/platform';
import { OPERATOR, PUBLIC, keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { DeletionJobs } from '../../src/deletion/deletion.jobs.js';
import { DeletionRepository } from '../../src/deletion/deletion.repository.js';
import { eventTypesOf, readRecording } from '../fixtures/recordings.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

const read = (organizationId: string, id: string) => readRecording(service, organizationId, id);
const typesOf = (organizationId: string) => eventTypesOf(service, organizationId);

function setRetention(organizationId: string, retentionDays: number | null, revision: number): Promise<void> {
  const data = {
    name: 'Acme',
    plan: 'platform',
    features: [],
    limits: { rosterCap: 1, submissionCap: 1, maxGuests: 1 },
    paused: false,
    retentionDays,
    revision,
  };
  return service.publish(createEvent(OrganizationUpdated, organizationId, data));
}

describe('deleting', () => {
  it.each(['replaced', 'discarded', 'operator'] as const)(
    '37 a recording that was %s is gone for every reader, and its bytes with it',
    async (reason) => {
      const take = new Uploader(service, REAL_TAKE);
      const { recordingId, trackId } = await take.land();
      const url = await service.call<{ url: string }>(
        'POST',
        `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`,
        { principal: keyPrincipal({ organizationId: take.organizationId }), body: {} },
      );
      await service.send('recordings.delete', { organizationId: take.organizationId, recordingId, reason });
      await service.send('recordings.delete', { organizationId: take.organizationId, recordingId, reason });
      expect(await read(take.organizationId, recordingId)).toMatchObject({ status: 404, code: 'not_found' });
      expect(await blobsOf(service, take.ref)).toEqual([]);
      expect((await service.call('GET', url.body.url, { principal: PUBLIC })).status).toBe(410);
      await service.idleOutbox();
      expect(typesOf(take.organizationId).filter((type) => type === 'recording.deleted')).toHaveLength(1);
      expect(await take.complete()).toMatchObject({ recordingId });
    },
  );

  it('that fails is told of at once and leaves everything, and the next call deletes', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { organizationId } = take;
    const { recordingId } = await take.land();
    const remove = () =>
      service.call('DELETE', `/v1/recordings/${recordingId}`, {
        principal: keyPrincipal({ organizationId }),
      });
    const expire = vi.spyOn(service.app.get(DeletionRepository), 'expire');
    expire.mockRejectedValueOnce(new Error('the disk is gone'));
    expect((await remove()).status).toBe(500);
    expect(await read(organizationId, recordingId)).toMatchObject({ status: 'complete' });
    expect((await remove()).status).toBe(202);
  });

  it('by another organization does nothing', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land();
    await service.send('recordings.delete', {
      organizationId: newId('organization'),
      recordingId,
      reason: 'operator',
    });
    expect(await read(take.organizationId, recordingId)).toMatchObject({ status: 'complete' });
  });

  it('leaves a signed receipt of what was removed', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId, sha256 } = await take.land();
    await service.send('recordings.delete', {
      organizationId: take.organizationId,
      recordingId,
      reason: 'operator',
    });
    const { body: receipt } = await service.call<{ signature: Signature }>(
      'GET',
      `/operator/v1/deletion-receipts/${recordingId}`,
      { principal: OPERATOR },
    );
    const { body: published } = await service.call<{ keys: PublicJwk[] }>(
      'GET',
      '/.well-known/capture-keys.json',
      { principal: PUBLIC },
    );
    expect(receipt).toMatchObject({ recordingId, reason: 'operator', tracks: [{ sha256 }] });
    expect(verifySigned(receipt, published.keys)).toBe(true);
  });
});

describe('retention', () => {
  it("removes the footage when the organization's days are over and keeps the recording as expired", async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId, trackId } = await take.land();
    await setRetention(take.organizationId, 30, 2);
    await setRetention(take.organizationId, 1, 1);
    expect((await read(take.organizationId, recordingId)).retentionExpiresAt).not.toBeNull();
    const job = service.app.get(DeletionJobs);
    service.clock.advance(29 * 86_400);
    await job.deleteOutlived();
    expect(await read(take.organizationId, recordingId)).toMatchObject({ status: 'complete' });
    service.clock.advance(86_400);
    await job.deleteOutlived();
    await job.deleteOutlived();
    expect(await read(take.organizationId, recordingId)).toMatchObject({
      status: 'expired',
      tracks: [{ state: 'expired' }],
    });
    expect(await blobsOf(service, take.ref)).toEqual([]);
    const mint = await service.call<Problem>(
      'POST',
      `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`,
      { principal: keyPrincipal({ organizationId: take.organizationId }), body: {} },
    );
    expect(mint).toMatchObject({ status: 410, body: { code: 'footage_expired' } });
    await until('the event', () => typesOf(take.organizationId).includes('recording.deleted'));
    expect(
      service.eventsOf(take.organizationId).filter((event) => event.type === 'recording.deleted'),
    ).toMatchObject([{ data: { recordingId, reason: 'retention' } }]);
  });

  it('looks at footage no more once it is removed, and its recording can still be deleted on request', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { organizationId } = take;
    const { recordingId } = await take.land();
    await setRetention(organizationId, 1, 1);
    service.clock.advance(2 * 86_400);
    await service.app.get(DeletionJobs).deleteOutlived();
    const outlived = await service.app
      .get(Database)
      .forEveryOrganization('the test asks for all', () =>
        service.app.get(DeletionRepository).outlived(service.clock.now(), 1_000, []),
      );
    expect(outlived.map(({ id }) => id)).not.toContain(recordingId);
    const principal = keyPrincipal({ organizationId });
    expect((await service.call('DELETE', `/v1/recordings/${recordingId}`, { principal })).status).toBe(202);
    expect(await read(organizationId, recordingId)).toMatchObject({ status: 404 });
  });

  it('that cannot delete one recording deletes the others, and that one with the next run', async () => {
    const takes = [new Uploader(service, REAL_TAKE), new Uploader(service, REAL_TAKE)];
    const recordings: [string, string][] = [];
    for (const take of takes) {
      recordings.push([take.organizationId, (await take.land()).recordingId]);
      await setRetention(take.organizationId, 1, 1);
    }
    service.clock.advance(2 * 86_400);
    const expire = vi.spyOn(service.app.get(DeletionRepository), 'expire');
    expire.mockRejectedValueOnce(new Error('the row is held'));
    const statuses = () =>
      Promise.all(recordings.map(async (recording) => (await read(...recording)).status));
    await service.app.get(DeletionJobs).deleteOutlived();
    expect((await statuses()).sort()).toEqual(['complete', 'expired']);
    await service.app.get(DeletionJobs).deleteOutlived();
    expect(await statuses()).toEqual(['expired', 'expired']);
  });

  it("keeps footage of a session's recording that is not in the library yet", async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const take = new Uploader(service, REAL_TAKE, organizationId, {
      ...{ sessionId, participantId: newId('participant'), isGuest: true, takeNumber: 1, sizeBytes: null },
    });
    const { recordingId } = await take.land();
    await setRetention(organizationId, 1, 1);
    service.clock.advance(2 * 86_400);
    await service.app.get(DeletionJobs).deleteOutlived();
    await service.send('recordings.promote_session', { organizationId, sessionId });
    expect(await read(organizationId, recordingId)).toMatchObject({ status: 'complete' });
  });

  it('a recording outlives its capture request, which it no longer names', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land({ submissionId: newId('submission') });
    const { captureRequestId, submissionId } = await read(take.organizationId, recordingId);
    expect(submissionId).not.toBeNull();
    await service.publish(
      createEvent(CaptureRequestDeleted, take.organizationId, {
        captureRequestId: captureRequestId ?? '',
        metadata: '{}',
      }),
    );
    expect(await read(take.organizationId, recordingId)).toMatchObject({
      status: 'complete',
      captureRequestId: null,
      submissionId: null,
    });
  });
});
