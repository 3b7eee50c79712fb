import { randomBytes } from 'node:crypto';
import { seeded, soak, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PartTransfers } from '../../src/parts/part-transfers.js';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { cutPut } from '../fixtures/raw-put.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { filesystem, s3, type TestStore } from '../fixtures/stores.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const MIB = 1024 * 1024;
const PART = 8 * MIB;
const TAKE = 50 * MIB;
const CUTS = soak(500);
/** At the full count each cut has a take of its own. Otherwise a take is cut again and again: sending it is what costs. */
const EACH_ITS_OWN = CUTS >= 500;

describe.each([
  ['filesystem', filesystem, 6],
  ['S3', s3, 13],
])('on the %s store', (_name, start, cutsPerTake) => {
  const perTake = EACH_ITS_OWN ? 1 : cutsPerTake;
  let backend: TestStore;
  let service: RecordingsUnderTest;
  beforeAll(async () => {
    backend = await start();
    service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
      ...backend.env,
      CAPTURE_PART_SIZE_BYTES: String(PART),
      CAPTURE_ORPHAN_GRACE_SEC: '0',
    });
  });
  afterAll(async () => {
    await service.stop();
    await backend.drop();
  });

  /** Sends what is missing of a take, and drops the connection when `cutAt` bytes of the whole have gone out. */
  async function sendUntil(take: Uploader, cutAt: number, stored: number): Promise<void> {
    for (const part of take.parts.slice(stored)) {
      const begins = (part.number - 1) * PART;
      const grant = await take.grant(part.number);
      if (cutAt < begins + part.size)
        return cutPut(service, grant, take.part(part.number), Math.max(0, cutAt - begins));
      expect((await take.put(grant)).ok).toBe(true);
    }
  }

  it(
    `scenario 30: takes of 50 MiB in parts of 8 MiB, cut at random bytes, land with the hash that was recorded, and no cut costs more than the part it hit`,
    async () => {
      const random = seeded(30);
      const bytes = noiseTake(TAKE);
      for (let cuts = 0; cuts < CUTS; cuts += perTake) {
        // Other bytes in every part, so that no two takes have a hash in common.
        for (let at = 1000; at < TAKE; at += PART) randomBytes(16).copy(bytes, at);
        const take = new Uploader(service, bytes);
        await take.open();
        let stored = 0;
        const points = Array.from({ length: perTake }, () => Math.floor(random() * TAKE));
        for (const cutAt of points.sort((a, b) => a - b)) {
          await sendUntil(take, cutAt, stored);
          stored = (await service.send('recordings.upload_state', take.ref)).storedParts.length;
          expect(stored).toBe(Math.floor(cutAt / PART));
        }
        expect(await take.sendAll()).toBe(take.parts.length - stored);
        const { recordingId, sha256: published } = await take.complete();
        expect(published).toBe(sha256(bytes));
        const { organizationId } = take;
        await service.send('recordings.delete', { organizationId, recordingId, reason: 'operator' });
      }
      await until('running transfers to end', () => service.app.get(PartTransfers).count === 0);
      await until('a sweep that finds nothing', async () => {
        const { orphans, leftovers } = await service.app.get(StoreReconciler).run();
        return orphans + leftovers === 0;
      });
      expect(await blobsOf(service)).toEqual([]);
    },
    60_000 + CUTS * 10_000,
  );
});
