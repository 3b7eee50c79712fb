import { keyPrincipal } from '@capture/service-testing';
import { S3Server, seeded, soak, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { UploadJobs } from '../../src/uploads/upload.jobs.js';
import { cutPut, rawPut } from '../fixtures/raw-put.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
/** A sweep looks at every upload there is, and at the full counts there are hundreds. */
const SWEEP_MS = 120_000;
/** Repetitions at their full counts take minutes. */
const TIME_LIMIT_MS = 60_000 + soak(1000) * 1_000;
let server: S3Server;
let service: RecordingsUnderTest;
vi.setConfig({ testTimeout: TIME_LIMIT_MS });
beforeAll(async () => {
  server = await S3Server.start({ minPartBytes: 1 });
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    ...server.serviceEnv,
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_S3_MIN_PART_BYTES: '1',
    CAPTURE_ORPHAN_GRACE_SEC: '0',
  });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

async function opened(bytes: Buffer): Promise<Uploader> {
  const take = new Uploader(service, bytes);
  await take.open();
  return take;
}

async function storedParts(take: Uploader): Promise<number[]> {
  return (await service.send('recordings.upload_state', take.ref)).storedParts;
}

/** Sends the take from where it stands until `cutAt` bytes of the whole have gone out, then drops the connection. */
async function sendUntil(take: Uploader, cutAt: number): Promise<void> {
  const stored = new Set(await storedParts(take));
  for (const part of take.parts.filter(({ number }) => !stored.has(number))) {
    const begins = (part.number - 1) * PART;
    const grant = await take.grant(part.number);
    if (cutAt < begins + part.size)
      return cutPut(service, grant, take.part(part.number), Math.max(0, cutAt - begins));
    expect((await take.put(grant)).status).toBe(200);
  }
}

describe('takes that clients bring to an S3 store themselves', () => {
  it('scenario 30: cut one byte before, at and after each part boundary cost at most the part that was cut', async () => {
    for (const cutAt of [PART, 2 * PART].flatMap((at) => [at - 1, at, at + 1])) {
      const take = await opened(noiseTake(2 * PART + 5_000));
      await sendUntil(take, cutAt);
      const stored = await storedParts(take);
      expect(stored).toHaveLength(Math.floor(cutAt / PART));
      expect(await take.sendAll()).toBe(take.parts.length - stored.length);
      expect((await take.complete()).sha256).toBe(sha256(take.bytes));
    }
  });

  it('scenario 31: complete whose answer was lost gives the same answer again, alone and twenty at once', async () => {
    const take = await opened(noiseTake(2 * PART + 1));
    await take.sendAll();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => take.complete({ durationSec: index % 4 })),
    );
    expect(new Set(answers.map((answer) => answer.recordingId)).size).toBe(1);
    expect(await take.complete()).toEqual(answers[0]);
    expect(await storedParts(take)).toEqual([1, 2, 3]);
  });

  it('scenario 32: sent by two tabs at once land as one intact recording', async () => {
    for (let race = 0; race < soak(200); race += 1) {
      const take = await opened(noiseTake(PART + 1 + race));
      const tab = async (): Promise<string> => {
        for (;;) {
          for (const part of take.parts) {
            const [grant] = await take.grants([part]);
            if (grant && 'url' in grant) await take.put(grant);
          }
          if ((await storedParts(take)).length === take.parts.length)
            return (await take.complete()).recordingId;
        }
      };
      const [one, two] = await Promise.all([tab(), tab()]);
      expect(one).toBe(two);
      const { body } = await service.call<{ tracks: { sha256: string }[] }>('GET', `/v1/recordings/${one}`, {
        principal: keyPrincipal({ organizationId: take.organizationId }),
      });
      expect(body.tracks.map((track) => track.sha256)).toEqual([sha256(take.bytes)]);
    }
  });

  it('scenario 33: whose client comes back go on beside the half-open connection, which changes nothing any more', async () => {
    const take = await opened(noiseTake(PART));
    const halfOpen = rawPut(service, await take.grant(1), { 'content-length': String(PART) });
    halfOpen.request.write(take.part(1).subarray(0, PART / 2));
    expect(await take.sendAll()).toBe(1);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
    halfOpen.request.end(take.part(1).subarray(PART / 2));
    await halfOpen.answered;
    await until(
      'the late bytes to be swept',
      async () => {
        await service.app.get(StoreReconciler).run();
        return (await blobsOf(service, take.ref)).length === 1;
      },
      SWEEP_MS,
    );
  });

  it('scenario 35: with a flipped bit anywhere in a part are refused by the store, which keeps nothing of them', async () => {
    const random = seeded(35);
    const take = await opened(noiseTake(PART));
    const grant = await take.grant(1);
    for (let flip = 0; flip < soak(1000); flip += 1) {
      const bytes = Buffer.from(take.bytes);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      expect((await take.put(grant, bytes)).status).toBe(400);
    }
    expect(await blobsOf(service, take.ref)).toEqual([]);
    expect((await take.put(grant)).status).toBe(200);
  });

  it('scenario 36: that are aborted in mid-part leave no byte behind, though the part arrives whole', async () => {
    const take = await opened(noiseTake(2 * PART));
    await take.put(await take.grant(1));
    const running = rawPut(service, await take.grant(2), { 'content-length': String(PART) });
    running.request.write(take.part(2).subarray(0, 1000));
    await service.send('recordings.abort_upload', take.ref);
    expect(await blobsOf(service, take.ref)).toEqual([]);
    running.request.end(take.part(2).subarray(1000));
    expect(await running.answered).toBe(200);
    await until(
      'the late bytes to be swept',
      async () => {
        await service.app.get(StoreReconciler).run();
        return (await blobsOf(service, take.ref)).length === 0;
      },
      SWEEP_MS,
    );
  });

  it('scenario 38: left overnight are resumed the next day with what had arrived, and given up after 14 days', async () => {
    const jobs = service.app.get(UploadJobs);
    const [resumed, lost] = [await opened(noiseTake(2 * PART)), await opened(noiseTake(2 * PART))];
    for (const take of [resumed, lost]) await take.put(await take.grant(1));
    service.clock.advance(24 * 60 * 60);
    await jobs.sweep();
    expect(await resumed.sendAll()).toBe(1);
    expect((await resumed.complete()).sha256).toBe(sha256(resumed.bytes));
    service.clock.advance(14 * 24 * 60 * 60);
    await jobs.sweep();
    expect(await service.send('recordings.upload_state', lost.ref)).toMatchObject({ phase: 'aborted' });
    expect(await blobsOf(service, lost.ref)).toEqual([]);
  });

  it('scenario 40: that are a page of HTML named mp4 are refused at complete, and do not become a recording', async () => {
    const take = await opened(Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(10)));
    await take.sendAll();
    await expect(take.complete()).rejects.toMatchObject({ extras: { field: 'contentType' } });
    const { body } = await service.call('GET', '/v1/recordings', {
      principal: keyPrincipal({ organizationId: take.organizationId }),
    });
    expect(body).toEqual({ data: [], nextCursor: null });
  });
});
