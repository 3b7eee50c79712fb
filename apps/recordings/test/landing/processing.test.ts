import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError, newId, type Problem } from '@capture/contracts';
import { OPERATOR } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { WholeFileHashes } from '../../src/hashing/whole-file-hashes.js';
import { ProcessingJobs } from '../../src/landing/processing.jobs.js';
import type { Probe } from '../../src/landing/probe/probe.js';
import { RecordingRepository } from '../../src/library/recording.repository.js';
import type { OperatorUploadDto } from '../../src/operator/operator.dto.js';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { uploadPrefix } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { trackStateOf } from '../fixtures/recordings.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), { CAPTURE_ORPHAN_GRACE_SEC: '0' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.stop());

/** Every part of a take of a session that has ended: its track is in the library. */
async function sent(): Promise<{ take: Uploader; recordingId: string }> {
  const [organizationId, sessionId] = [newId('organization'), newId('session')];
  const take = new Uploader(service, REAL_TAKE, organizationId, { sessionId, sizeBytes: null });
  await take.open();
  await take.sendAll();
  const { recordingId } = await service.send('recordings.promote_session', { organizationId, sessionId });
  return { take, recordingId: recordingId ?? '' };
}

const trackState = (take: Uploader, recordingId: string) => trackStateOf(service, take, recordingId);

function countOf(take: Uploader, type: string): number {
  return service.eventsOf(take.organizationId).filter((event) => event.type === type).length;
}

function redrive(uploadId: string) {
  return service.call<OperatorUploadDto & Problem>('POST', `/operator/v1/uploads/${uploadId}/redrive`, {
    principal: OPERATOR,
  });
}

/** Holds up the next reading of a file until it is let go. */
function holdReading(): { held: () => boolean; letGo: () => void } {
  const hashes = service.app.get(WholeFileHashes);
  const of = hashes.of.bind(hashes);
  let [started, letGo] = [false, (): void => undefined];
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  vi.spyOn(hashes, 'of').mockImplementationOnce(async (...asked) => {
    started = true;
    await gate;
    return of(...asked);
  });
  return { held: () => started, letGo };
}

function failReading(): void {
  vi.spyOn(service.app.get(WholeFileHashes), 'of').mockRejectedValueOnce(new Error('the disk is away'));
}

describe('a completed upload', () => {
  it('is a track in state processing until its file was read, then available, and says so once', async () => {
    const { take, recordingId } = await sent();
    expect(await trackState(take, recordingId)).toBe('uploading');
    const { held, letGo } = holdReading();
    const answer = take.complete();
    await until('the file being read', held);
    expect(await trackState(take, recordingId)).toBe('processing');
    expect(await service.send('recordings.upload_state', take.ref)).toMatchObject({ phase: 'open' });
    expect(
      (await service.call<Problem>('GET', `/operator/v1/uploads?state=processing`, { principal: OPERATOR }))
        .body,
    ).toMatchObject({
      data: [{ id: take.uploadId }],
    });
    letGo();
    expect((await answer).sha256).toBe(sha256(REAL_TAKE));
    expect(await trackState(take, recordingId)).toBe('available');
    await until('the event', () => countOf(take, 'recording.track_available') === 1);
  });

  it('is uploading again when complete is refused, loses nothing, and lands with the next call', async () => {
    const { take, recordingId } = await sent();
    await expect(take.complete({ sha256: '0'.repeat(64) })).rejects.toMatchObject({
      extras: { field: 'sha256' },
    });
    expect(await trackState(take, recordingId)).toBe('uploading');
    await take.complete({ sha256: sha256(REAL_TAKE) });
    expect(await trackState(take, recordingId)).toBe('available');
  });

  it('lands without another call when the store failed while it was read', async () => {
    const { take, recordingId } = await sent();
    failReading();
    await expect(take.complete()).rejects.toThrow();
    expect(await trackState(take, recordingId)).toBe('processing');
    service.clock.advance(5);
    await service.app.get(ProcessingJobs).resume();
    expect(await trackState(take, recordingId)).toBe('available');
    expect((await take.complete()).sha256).toBe(sha256(REAL_TAKE));
  });

  it('is not taken for a file that cannot be read when the store failed under the probe', async () => {
    const { take, recordingId } = await sent();
    const store = service.app.get(ObjectStore);
    const read = store.read.bind(store);
    const away = async function* (): AsyncGenerator<Buffer> {
      yield await Promise.reject<Buffer>(new AppError('service_unavailable', 'The store is away.'));
    };
    // The first reading looks whether it is an MP4 file, the second one is the probe's.
    vi.spyOn(store, 'read')
      .mockImplementationOnce(read)
      .mockImplementationOnce(() => Readable.from(away(), { objectMode: false }));
    await expect(take.complete()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await trackState(take, recordingId)).toBe('processing');
    service.clock.advance(5);
    await service.app.get(ProcessingJobs).resume();
    expect(await trackState(take, recordingId)).toBe('available');
    const [row] = await service.sql<{ manifest: string }>(
      'SELECT manifest FROM track WHERE upload_id = $1',
      take.uploadId,
    );
    const { server } = JSON.parse(row?.manifest ?? '') as { server: { probe: Probe } };
    expect(server.probe).toMatchObject({ ok: true, error: null, durationMs: 2007 });
  });

  it('whose times are beyond all measure has no duration, and lands', async () => {
    const bytes = Buffer.from(REAL_TAKE);
    const time = bytes.lastIndexOf('tfdt') + 8;
    const month = 48_000n * 86_400n * 30n;
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(time) + month, time);
    const take = new Uploader(service, bytes);
    await expect(take.land()).resolves.toMatchObject({ durationSec: 2 });
  });

  it('that the database refuses to take in, however often, is given up like one that ends its process, until it is redriven', async () => {
    const { take, recordingId } = await sent();
    const recordings = service.app.get(RecordingRepository);
    const saveTrack = recordings.saveTrack.bind(recordings);
    vi.spyOn(recordings, 'saveTrack').mockImplementation((track) =>
      saveTrack(track.state === 'available' ? { ...track, durationMs: 2 ** 40 } : track),
    );
    await expect(take.complete()).rejects.toThrow();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await trackState(take, recordingId)).toBe('processing');
      service.clock.advance(50);
      await service.app.get(ProcessingJobs).resume();
    }
    expect(await trackState(take, recordingId)).toBe('failed');
    vi.restoreAllMocks();
    expect((await redrive(take.uploadId)).body.state).toBe('completed');
    expect(await trackState(take, recordingId)).toBe('available');
  });

  it('can be aborted while it is read: what was read then lands nowhere', async () => {
    const { take, recordingId } = await sent();
    const { held, letGo } = holdReading();
    const answer = take.complete();
    answer.catch(() => undefined);
    await until('the file being read', held);
    await service.send('recordings.abort_upload', take.ref);
    letGo();
    await expect(answer).rejects.toThrow();
    expect(await trackState(take, recordingId)).toBe('failed');
    expect(countOf(take, 'recording.track_available')).toBe(0);
  });
});

describe('redriving an upload', () => {
  it('that ended its process five times brings back what was given up, and is in the audit trail', async () => {
    const { take, recordingId } = await sent();
    failReading();
    await expect(take.complete()).rejects.toThrow();
    await service.sql('UPDATE upload SET deaths = 5 WHERE id = $1', take.uploadId);
    service.clock.advance(50);
    await service.app.get(ProcessingJobs).resume();
    expect(await trackState(take, recordingId)).toBe('failed');
    await expect(take.complete()).rejects.toMatchObject({ code: 'service_unavailable' });
    const { body } = await service.call<{ data: OperatorUploadDto[] }>(
      'GET',
      '/operator/v1/uploads?state=failed',
      { principal: OPERATOR },
    );
    expect(body.data).toMatchObject([{ id: take.uploadId, failure: expect.any(String) as string }]);
    expect(await redrive(take.uploadId)).toMatchObject({
      status: 200,
      body: { state: 'completed', failure: null },
    });
    expect(await trackState(take, recordingId)).toBe('available');
    expect((await redrive(take.uploadId)).body.state).toBe('completed');
    await until('the acts', () => countOf(take, 'change.made') === 2);
    expect(service.eventsOf(take.organizationId).at(-1)?.data).toEqual({
      actor: 'operator',
      ip: '203.0.113.7',
      action: 'upload.redriven',
      subject: take.uploadId,
      detail: {},
    });
    await until('the event', () => countOf(take, 'recording.track_available') === 1);
  });

  it('that hangs reads it again beside the one that hangs, which then lands nothing more', async () => {
    const { take, recordingId } = await sent();
    const { held, letGo } = holdReading();
    const hanging = take.complete();
    await until('the file being read', held);
    expect((await redrive(take.uploadId)).body.state).toBe('completed');
    letGo();
    expect((await hanging).recordingId).toBe(recordingId);
    await until('the event', () => countOf(take, 'recording.completed') === 1);
    expect(countOf(take, 'recording.track_available')).toBe(1);
  });

  it('whose track failed for missing bytes mends it at once when they are back', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land();
    const folder = join(service.sandbox.storeDir, 'blobs', uploadPrefix(take.organizationId, take.uploadId));
    const [there, away] = [folder.replace(/\/$/, ''), folder.replace(/\/$/, '.away')];
    await rename(there, away);
    const reconciler = service.app.get(StoreReconciler);
    await reconciler.run();
    service.clock.advance(1);
    await reconciler.run();
    expect(await trackState(take, recordingId)).toBe('failed');
    await rename(away, there);
    expect((await redrive(take.uploadId)).status).toBe(200);
    expect(await trackState(take, recordingId)).toBe('available');
  });

  it('that waits for its device, or was given up, is a conflict that says so; an unknown one is not found', async () => {
    const { take } = await sent();
    const waiting = await redrive(take.uploadId);
    expect([waiting.status, waiting.body.code]).toEqual([409, 'conflict']);
    expect(waiting.body.detail).toContain(`${take.parts.length} parts stored`);
    await service.send('recordings.abort_upload', take.ref);
    expect((await redrive(take.uploadId)).body.code).toBe('conflict');
    expect((await redrive(newId('upload'))).status).toBe(404);
  });
});
