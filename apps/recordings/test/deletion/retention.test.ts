import { newId } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { RowRetentionJobs } from '../../src/deletion/row-retention.jobs.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, REAL_TAKE, Uploader } from '../fixtures/take.js';

const DAY_SEC = 86_400;
let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

async function count(table: string, column: string, value: string): Promise<number> {
  const sql = `SELECT count(*) FROM ${table} WHERE ${column} = $1`;
  return Number((await service.sql<{ count: bigint }>(sql, value))[0]?.count);
}

/** As two processes would: both at once. */
async function clean(): Promise<void> {
  const { signal } = new AbortController();
  const jobs = service.app.get(RowRetentionJobs);
  await Promise.all([jobs.clean(signal), jobs.clean(signal)]);
}

const remove = ({ organizationId }: Uploader, recordingId: string) =>
  service.send('recordings.delete', { organizationId, recordingId, reason: 'operator' });

describe('rows outlive the bytes that they are about by 30 days', () => {
  it('those of an upload that was given up, with its parts', async () => {
    const [given, open] = [
      new Uploader(service, noiseTake(20_000)),
      new Uploader(service, noiseTake(20_000)),
    ];
    for (const take of [given, open]) {
      await take.open();
      await take.put(await take.grant(1));
    }
    await service.send('recordings.abort_upload', given.ref);
    const rows = async () => [
      await count('upload', 'id', given.uploadId),
      await count('upload_part', 'upload_id', given.uploadId),
      await count('upload', 'id', open.uploadId),
    ];
    service.clock.advance(30 * DAY_SEC - 60);
    await clean();
    expect(await rows()).toEqual([1, 1, 1]);
    service.clock.advance(120);
    await clean();
    expect(await rows()).toEqual([0, 0, 1]);
  });

  it('those of a deleted recording, whose receipt stays; what is held stays whole', async () => {
    const [deleted, held] = [new Uploader(service, REAL_TAKE), new Uploader(service, REAL_TAKE)];
    const { recordingId } = await deleted.land();
    const kept = await held.land();
    await remove(deleted, recordingId);
    const rows = async (id: string, uploadId: string) => [
      await count('recording', 'id', id),
      await count('track', 'recording_id', id),
      await count('upload', 'id', uploadId),
      await count('deletion_receipt', 'recording_id', id),
    ];
    service.clock.advance(30 * DAY_SEC - 60);
    await clean();
    expect(await rows(recordingId, deleted.uploadId)).toEqual([1, 1, 1, 1]);
    service.clock.advance(120);
    await clean();
    expect(await rows(recordingId, deleted.uploadId)).toEqual([0, 0, 0, 1]);
    service.clock.advance(3_650 * DAY_SEC);
    await clean();
    expect(await rows(kept.recordingId, held.uploadId)).toEqual([1, 1, 1, 0]);
    expect(await remove(deleted, recordingId)).toBeNull();
  });

  it('those of a session’s tracks; its recording stays, so that no second one is made', async () => {
    const [sessionId, participantId] = [newId('session'), newId('participant')];
    const about = { sessionId, participantId, isGuest: true, takeNumber: 1 };
    const take = new Uploader(service, REAL_TAKE, undefined, about);
    const { recordingId } = await take.land();
    const promote = () =>
      service.send('recordings.promote_session', { organizationId: take.organizationId, sessionId });
    expect(await promote()).toMatchObject({ promotion: 'created', recordingId });
    await remove(take, recordingId);
    service.clock.advance(30 * DAY_SEC + 60);
    await clean();
    expect(await count('track', 'recording_id', recordingId)).toBe(0);
    expect(await promote()).toMatchObject({ promotion: 'existing', recordingId });
  });
});

describe('who was given a download URL', () => {
  it('is kept for a year', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId, trackId } = await take.land();
    const { organizationId } = take;
    const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
    const { status } = await service.call('POST', path, {
      principal: keyPrincipal({ organizationId }),
      body: {},
    });
    expect(status).toBe(201);
    service.clock.advance(365 * DAY_SEC - 60);
    await clean();
    expect(await count('download_grant', 'track_id', trackId)).toBe(1);
    service.clock.advance(120);
    await clean();
    expect(await count('download_grant', 'track_id', trackId)).toBe(0);
  });
});
