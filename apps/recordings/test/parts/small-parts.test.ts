import { S3Server, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const MIB = 1024 * 1024;
let server: S3Server;
let service: RecordingsUnderTest;
beforeAll(async () => {
  server = await S3Server.start();
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    ...server.serviceEnv,
    CAPTURE_PART_SIZE_BYTES: String(8 * MIB),
    CAPTURE_ORPHAN_GRACE_SEC: '0',
  });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

describe('parts below the smallest that S3 joins', () => {
  it('go to the store directly, one by one, and become one object all the same', async () => {
    const take = new Uploader(service, noiseTake(12 * MIB + 5));
    await take.openWith(MIB);
    expect(new URL((await take.grant(1)).url).origin).toBe(server.settings.endpoint);
    expect(await take.sendAll()).toBe(13);
    expect(await take.complete()).toMatchObject({ sha256: sha256(take.bytes), sizeBytes: take.bytes.length });
    await until('the parts to go', async () => (await blobsOf(service, take.ref)).length === 1);
  });

  it('are had by opening again, and bytes of a larger part that arrive late do not count', async () => {
    const take = new Uploader(service, noiseTake(2 * MIB + 5));
    await take.open();
    const late = await take.grant(1);
    await take.openWith(MIB);
    expect((await take.put(late, take.bytes)).status).toBe(200);
    expect(await service.send('recordings.upload_state', take.ref)).toMatchObject({ storedParts: [] });
    expect(await take.sendAll()).toBe(3);
    expect(await take.complete()).toMatchObject({ sha256: sha256(take.bytes) });
  });

  it('are not given once a larger one has arrived, although nobody has said so', async () => {
    const take = new Uploader(service, noiseTake(9 * MIB));
    await take.open();
    expect((await take.put(await take.grant(1))).status).toBe(200);
    expect(await take.openWith(MIB)).toBe(8 * MIB);
    expect(await take.sendAll()).toBe(1);
    await take.complete();
  });
});
