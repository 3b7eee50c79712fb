import { OPERATOR, PUBLIC } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { PartTransfers } from '../../src/parts/part-transfers.js';
import { PartRepository } from '../../src/takes/part.repository.js';
import { UploadJobs } from '../../src/uploads/upload.jobs.js';
import { rawPut } from '../fixtures/raw-put.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
const DAY_SEC = 24 * 60 * 60;
let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(PART),
  });
});
afterAll(() => service.stop());

/** Another page of the same take grants itself part 1 with other bytes. */
async function grantAnew({ ref }: Uploader): Promise<void> {
  const part = { number: 1, size: PART, sha256: sha256(noiseTake(PART + 1)) };
  await service.send('recordings.grant_parts', { ...ref, parts: [part] });
}

describe('ends in mid-upload', () => {
  it('scenario 36: an upload that is aborted in mid-part cuts the transfer and leaves no byte behind', async () => {
    const take = new Uploader(service, noiseTake(2 * PART));
    await take.open();
    await take.put(await take.grant(1));
    const running = rawPut(service, await take.grant(2), { 'content-length': String(PART) });
    running.request.write(take.part(2).subarray(0, 1000));
    await until('the transfer', () => service.app.get(PartTransfers).count === 1);
    await service.send('recordings.abort_upload', take.ref);
    expect(await running.answered).toBe(409);
    await until('the transfer to end', () => service.app.get(PartTransfers).count === 0);
    expect(await blobsOf(service, take.ref)).toEqual([]);
  });

  it.each([
    ['was aborted', 409, (take: Uploader) => service.send('recordings.abort_upload', take.ref)],
    ['was granted anew with other bytes', 409, grantAnew],
    [
      'was forgotten',
      404,
      (take: Uploader) => service.sql('DELETE FROM upload WHERE id = $1', take.uploadId),
    ],
  ])(
    'a part of an upload that %s is refused with %i before a byte of it is read',
    async (_name, status, end) => {
      const take = new Uploader(service, noiseTake(PART));
      await take.open();
      const grant = await take.grant(1);
      await end(take);
      const put = rawPut(service, grant, { 'content-length': String(PART) });
      put.request.flushHeaders();
      expect(await put.answered).toBe(status);
      put.request.destroy();
    },
  );

  it('the bytes of a part whose upload ended while they were stored are removed at once', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const grant = await take.grant(1);
    const parts = service.app.get(PartRepository);
    const record = parts.record.bind(parts);
    vi.spyOn(parts, 'record').mockImplementationOnce(async (...row) => {
      await service.sql(`UPDATE upload SET state = 'aborted' WHERE id = $1`, take.uploadId);
      return record(...row);
    });
    expect((await take.put(grant)).status).toBe(409);
    expect(await blobsOf(service, take.ref)).toEqual([]);
  });

  it('scenario 31: complete whose answer was lost gives the same answer again, alone and twenty at once', async () => {
    const take = new Uploader(service, noiseTake(PART + 1));
    await take.open();
    await take.sendAll();
    const first = await take.complete();
    const again = await Promise.all(Array.from({ length: 20 }, () => take.complete()));
    expect(again).toEqual(Array.from({ length: 20 }, () => first));
    const racing = new Uploader(service, noiseTake(PART + 1));
    await racing.open();
    await racing.sendAll();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => racing.complete({ durationSec: index })),
    );
    expect(new Set(answers.map((answer) => answer.recordingId)).size).toBe(1);
    await service.idleOutbox();
    expect(service.eventsOf(racing.organizationId)).toHaveLength(3);
  });

  it('scenario 38: a take left overnight strands, is resumed the next day, and is given up after 14 days', async () => {
    const jobs = service.app.get(UploadJobs);
    const [resumed, lost] = [
      new Uploader(service, noiseTake(2 * PART)),
      new Uploader(service, noiseTake(2 * PART)),
    ];
    for (const take of [resumed, lost]) {
      await take.open();
      await take.put(await take.grant(1));
    }
    service.clock.advance(DAY_SEC);
    await jobs.sweep();
    const { body } = await service.call<{ data: { id: string }[] }>(
      'GET',
      '/operator/v1/uploads?state=stranded',
      { principal: OPERATOR },
    );
    expect(body.data.map((upload) => upload.id)).toEqual(
      expect.arrayContaining([resumed.uploadId, lost.uploadId]),
    );
    await until('the event of the stranded take', () =>
      service.eventsOf(lost.organizationId).some((event) => event.type === 'recording.track_stranded'),
    );
    const [stranded] = service.eventsOf(lost.organizationId);
    expect(stranded?.data).toEqual({
      uploadId: lost.uploadId,
      recordingId: null,
      trackId: null,
      sessionId: null,
      captureRequestId: lost.captureRequestId,
      kind: 'camera',
    });
    expect(await resumed.sendAll()).toBe(1);
    expect((await resumed.complete()).sha256).toBe(sha256(resumed.bytes));
    service.clock.advance(14 * DAY_SEC);
    await jobs.sweep();
    expect(await service.send('recordings.upload_state', lost.ref)).toMatchObject({ phase: 'aborted' });
    expect(await blobsOf(service, lost.ref)).toEqual([]);
    expect((await service.call('GET', '/operator/v1/uploads', { principal: PUBLIC })).status).toBe(401);
  });

  it('a take whose sender came back on the thirteenth day is not given up on the fifteenth, before anything more is sent', async () => {
    const jobs = service.app.get(UploadJobs);
    const take = new Uploader(service, noiseTake(2 * PART));
    await take.open();
    await take.put(await take.grant(1));
    service.clock.advance(13 * DAY_SEC);
    await jobs.sweep();
    await take.grant(2);
    service.clock.advance(2 * DAY_SEC);
    await jobs.sweep();
    expect(await service.send('recordings.upload_state', take.ref)).toMatchObject({ storedParts: [1] });
    expect(await take.sendAll()).toBe(1);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('a part that is sent again is answered as the first time, also once its take has landed, and only with its own digest', async () => {
    const take = new Uploader(service, noiseTake(2 * PART));
    await take.open();
    const grant = await take.grant(1);
    for (let time = 0; time < 2; time += 1) expect((await take.put(grant)).status).toBe(204);
    const other = { ...grant.headers, 'content-digest': `sha-256=:${'A'.repeat(43)}=:` };
    expect((await take.put({ ...grant, headers: other })).status).toBe(400);
    await take.sendAll();
    await take.complete();
    expect((await take.put(grant)).status).toBe(204);
  });
});
