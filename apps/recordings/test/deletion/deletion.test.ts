import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  CaptureRequestDeleted,
  createEvent,
  newId,
  OrganizationUpdated,
  type Problem,
} from '@capture/contracts';
import { verifySigned, type PublicJwk, type Signature } from '@capture/platform';
import { until } from '@capture/testing';
import { DeletionJobs } from '../../src/deletion/deletion.jobs.js';
import { UploadJobs } from '../../src/uploads/upload.jobs.js';
import { blobsOf, keyOf, nobody, operator, RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

interface Recording {
  id: string;
  status: string;
  sessionId: string | null;
  captureRequestId: string | null;
  submissionId: string | null;
  expectedTrackCount: number;
  retentionExpiresAt: string | null;
  tracks: { id: string; state: string; startOffsetMs: number | null }[];
}

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

async function read(organizationId: string, id: string): Promise<Recording & Problem> {
  return (await service.call<Recording & Problem>('GET', `/v1/recordings/${id}`, keyOf(organizationId))).body;
}

function typesOf(organizationId: string): string[] {
  return service.eventsOf(organizationId).map((event) => event.type);
}

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
  return service.hears(createEvent(OrganizationUpdated, organizationId, data));
}

describe('deleting', () => {
  test.each(['replaced', 'discarded', 'operator'] as const)(
    '37 a recording that was %s is gone for every reader, and its bytes with it',
    async (reason) => {
      const take = new Uploader(service, REAL_TAKE);
      const { recordingId, trackId } = await take.land();
      const url = await service.call<{ url: string }>(
        'POST',
        `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`,
        keyOf(take.organizationId),
        {},
      );
      await service.send('recordings.delete', { organizationId: take.organizationId, recordingId, reason });
      await service.send('recordings.delete', { organizationId: take.organizationId, recordingId, reason });
      expect(await read(take.organizationId, recordingId)).toMatchObject({ status: 404, code: 'not_found' });
      expect(await blobsOf(service, take.ref)).toEqual([]);
      expect((await service.call('GET', url.body.url, nobody)).status).toBe(410);
      await until('the event', () => typesOf(take.organizationId).includes('recording.deleted'));
      expect(typesOf(take.organizationId).filter((type) => type === 'recording.deleted')).toHaveLength(1);
      expect(await take.complete()).toMatchObject({ recordingId });
    },
  );

  test('by another organization does nothing', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land();
    await service.send('recordings.delete', {
      organizationId: newId('organization'),
      recordingId,
      reason: 'operator',
    });
    expect(await read(take.organizationId, recordingId)).toMatchObject({ status: 'complete' });
  });

  test('leaves a signed receipt of what was removed', async () => {
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
      operator,
    );
    const { body: published } = await service.call<{ keys: PublicJwk[] }>(
      'GET',
      '/.well-known/capture-keys.json',
      nobody,
    );
    expect(receipt).toMatchObject({ recordingId, reason: 'operator', tracks: [{ sha256 }] });
    expect(verifySigned(receipt, published.keys)).toBe(true);
  });
});

describe('retention', () => {
  test("removes the footage when the organization's days are over and keeps the recording as expired", async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId, trackId } = await take.land();
    await setRetention(take.organizationId, 30, 2);
    await setRetention(take.organizationId, 1, 1);
    expect((await read(take.organizationId, recordingId)).retentionExpiresAt).not.toBeNull();
    const job = service.app.get(DeletionJobs);
    service.clock.advance(29 * 86_400);
    await job.sweep();
    expect(await read(take.organizationId, recordingId)).toMatchObject({ status: 'complete' });
    service.clock.advance(86_400);
    await job.sweep();
    await job.sweep();
    expect(await read(take.organizationId, recordingId)).toMatchObject({
      status: 'expired',
      tracks: [{ state: 'expired' }],
    });
    expect(await blobsOf(service, take.ref)).toEqual([]);
    const mint = await service.call<Problem>(
      'POST',
      `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`,
      keyOf(take.organizationId),
      {},
    );
    expect(mint).toMatchObject({ status: 410, body: { code: 'footage_expired' } });
    await until('the event', () => typesOf(take.organizationId).includes('recording.deleted'));
    expect(
      service.eventsOf(take.organizationId).filter((event) => event.type === 'recording.deleted'),
    ).toMatchObject([{ data: { recordingId, reason: 'retention' } }]);
  });

  test('a recording outlives its capture request, which it no longer names', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land({ submissionId: newId('submission') });
    const { captureRequestId, submissionId } = await read(take.organizationId, recordingId);
    expect(submissionId).not.toBeNull();
    await service.hears(
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

describe("a session's recording", () => {
  const inSession = (organizationId: string, sessionId: string, started: string) => {
    const take = new Uploader(service, REAL_TAKE, organizationId, {
      sessionId,
      participantId: newId('participant'),
      isGuest: true,
      sizeBytes: null,
    });
    const manifest = {
      startedAt: started,
      clock: { samples: 8, offsetMs: 0, uncertaintyMs: 4, driftPpm: 1.5 },
    };
    return { take, land: () => take.land({ manifest }) };
  };

  test('stays out of the library until promotion, which is empty, created, then existing', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const promote = () => service.send('recordings.promote_session', { organizationId, sessionId });
    expect(await promote()).toEqual({ promotion: 'empty', savedCount: 0, recordingId: null, errorId: null });
    const { recordingId } = await inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z').land();
    await inSession(organizationId, sessionId, '2026-01-01T00:00:00.250Z').land();
    expect(await read(organizationId, recordingId)).toMatchObject({ status: 404 });
    expect(typesOf(organizationId)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 20 }, promote));
    expect(answers.filter((answer) => answer.promotion === 'created')).toEqual([
      { promotion: 'created', savedCount: 2, recordingId, errorId: null },
    ]);
    expect(answers.filter((answer) => answer.promotion === 'existing')).toHaveLength(19);
    const recording = await read(organizationId, recordingId);
    expect(recording).toMatchObject({ status: 'complete', sessionId, expectedTrackCount: 2 });
    expect(recording.tracks.map((track) => track.startOffsetMs)).toEqual([0, 250]);
    await until('the events', () => typesOf(organizationId).length === 4);
    expect(typesOf(organizationId)).toEqual([
      'recording.created',
      'recording.track_available',
      'recording.track_available',
      'recording.completed',
    ]);
  });

  test('is partial while a track is on its way, says when it strands, and is complete when it lands', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    await inSession(organizationId, sessionId, '2026-01-01T00:00:00.000Z').land();
    const { take: late } = inSession(organizationId, sessionId, '2026-01-01T00:00:01.000Z');
    await late.open();
    await late.put(await late.grant(1));
    const { recordingId, ...promoted } = await service.send('recordings.promote_session', {
      organizationId,
      sessionId,
    });
    expect(promoted).toMatchObject({ promotion: 'created', savedCount: 1 });
    const states = async () =>
      (await read(organizationId, recordingId ?? '')).tracks.map((track) => track.state);
    expect(await read(organizationId, recordingId ?? '')).toMatchObject({
      status: 'partial',
      expectedTrackCount: 2,
    });
    expect(await states()).toEqual(['available', 'uploading']);
    service.clock.advance(16 * 60);
    await service.app.get(UploadJobs).run();
    expect(await states()).toEqual(['available', 'stranded']);
    await until('recording.track_stranded', () =>
      typesOf(organizationId).includes('recording.track_stranded'),
    );
    await late.grant(2);
    expect(await states()).toEqual(['available', 'uploading']);
    await late.sendAll();
    await late.complete();
    expect(await read(organizationId, recordingId ?? '')).toMatchObject({ status: 'complete' });
    await until('recording.completed', () => typesOf(organizationId).at(-1) === 'recording.completed');
  });
});
