import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PartTransfers } from '../../src/parts/part-transfers.js';
import { rawPut } from '../fixtures/raw-put.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const MIB = 1024 * 1024;
let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(8 * MIB),
  });
});
afterAll(() => service.stop());

const noise = noiseTake(5 * MIB + 3);
const newTake = (about: ConstructorParameters<typeof Uploader>[3] = {}) =>
  new Uploader(service, noise, newId('organization'), about);

describe('an upload that is opened again with another hint', () => {
  it('has smaller parts, and lands in them', async () => {
    const take = newTake();
    expect(await take.open()).toEqual({ partSize: 8 * MIB });
    expect(await take.openWith(2 * MIB)).toBe(2 * MIB);
    expect(await take.sendAll()).toBe(3);
    expect(await take.complete()).toMatchObject({ sha256: sha256(noise), sizeBytes: noise.length });
  });

  it('keeps what it adapted to where the next one has no hint', async () => {
    const take = newTake();
    await take.open();
    await take.openWith(2 * MIB);
    expect(await take.open()).toEqual({ partSize: 2 * MIB });
  });

  it('keeps its parts once one of them is stored, and once it has landed', async () => {
    const take = newTake();
    expect(await take.openWith(4 * MIB)).toBe(4 * MIB);
    expect((await take.put(await take.grant(1))).status).toBe(204);
    expect(await take.openWith(MIB)).toBe(4 * MIB);
    expect(await take.sendAll()).toBe(1);
    await take.complete();
    expect(await take.openWith(MIB)).toBe(4 * MIB);
  });

  it('cuts what is under way in the old parts, and no grant for them counts any more', async () => {
    const take = newTake();
    await take.open();
    const [running, unused] = [await take.grant(1), await take.grant(1)];
    const whole = take.part(1);
    const slow = rawPut(service, unused, { 'content-length': String(whole.length) });
    slow.request.write(whole.subarray(0, MIB));
    const { app } = service;
    await until('the part to be read', () => app.get(PartTransfers).count === 1);
    await take.openWith(MIB);
    expect(await slow.answered).not.toBe(204);
    for (const grant of [running, unused]) expect((await take.put(grant, whole)).status).toBe(409);
    expect(await service.send('recordings.upload_state', take.ref)).toMatchObject({ storedParts: [] });
    await take.sendAll();
    expect(await take.complete()).toMatchObject({ sha256: sha256(noise) });
  });

  it('of a session has them in the library as well, also when its recording was there before', async () => {
    const sessionId = newId('session');
    const take = newTake({ sessionId, participantId: newId('participant'), takeNumber: 1 });
    await take.open();
    const ref = { organizationId: take.organizationId, sessionId };
    expect(await service.send('recordings.promote_session', ref)).toMatchObject({ promotion: 'created' });
    expect(await take.openWith(2 * MIB)).toBe(2 * MIB);
    await take.sendAll();
    await take.complete();
    const [row] = await service.sql(
      'SELECT part_size AS size FROM track WHERE upload_id = $1',
      take.uploadId,
    );
    expect(row).toEqual({ size: 2 * MIB });
  });
});
