import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PartTransfers } from '../../src/parts/part-transfers.js';
import { rawPut, type RawPut } from '../fixtures/raw-put.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
let service: RecordingsUnderTest;

beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_PART_MIN_BYTES_PER_SEC: '1000',
    CAPTURE_PART_SLOW_SEC: '1',
  });
});
afterAll(() => service.stop());

/** Writes `size` bytes of `bytes` every 50 ms until the PUT is answered or they are all sent. */
async function drip(put: RawPut, bytes: Buffer, size: number): Promise<number | null> {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= bytes.length) return;
    put.request.write(bytes.subarray(sent, sent + size));
    sent += size;
    if (sent >= bytes.length) put.request.end();
  }, 50);
  return put.answered.finally(() => clearInterval(timer));
}

describe('slow senders', () => {
  it('are answered 408 when a part drips one byte at a time, and lose no part that is stored (scenario 93)', async () => {
    const take = new Uploader(service, noiseTake(2 * PART));
    await take.open();
    expect((await take.put(await take.grant(1))).status).toBe(204);
    const slow = rawPut(service, await take.grant(2), { 'content-length': String(PART) });
    expect(await drip(slow, take.part(2), 1)).toBe(408);
    slow.request.destroy();
    await until('the transfer to end', () => service.app.get(PartTransfers).count === 0);
    expect((await service.send('recordings.upload_state', take.ref)).storedParts).toEqual([1]);
    expect(await blobsOf(service, take.ref)).toHaveLength(1);
    expect(await take.sendAll()).toBe(1);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('are answered 408 when a part never begins', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const silent = rawPut(service, await take.grant(1), { 'content-length': String(PART) });
    silent.request.flushHeaders();
    expect(await silent.answered).toBe(408);
    silent.request.destroy();
  });

  it('may take as long as it takes while the bytes keep coming', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const steady = rawPut(service, await take.grant(1), { 'content-length': String(PART) });
    expect(await drip(steady, take.part(1), 1024)).toBe(204);
  });
});
