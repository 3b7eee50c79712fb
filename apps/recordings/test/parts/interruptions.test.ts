import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { keyPrincipal } from '@capture/service-testing';
import { seeded, soak, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { PartTransfers } from '../../src/parts/part-transfers.js';
import { PartRepository } from '../../src/takes/part.repository.js';
import { UploadRepository } from '../../src/takes/upload.repository.js';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { cutPut, rawPut, type RawPut } from '../fixtures/raw-put.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
/** Repetitions at their full counts take minutes. */
const TIME_LIMIT_MS = 60_000 + soak(1000) * 1_000;
let service: RecordingsUnderTest;
vi.setConfig({ testTimeout: TIME_LIMIT_MS });
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_ORPHAN_GRACE_SEC: '0',
  });
});
afterAll(() => service.stop());

/** Sends the take from where it stands until `cutAt` bytes of the whole have gone out, then drops the connection. */
async function sendUntil(take: Uploader, cutAt: number): Promise<void> {
  const stored = new Set((await service.send('recordings.upload_state', take.ref)).storedParts);
  for (const part of take.parts) {
    if (stored.has(part.number)) continue;
    const begins = (part.number - 1) * PART;
    const grant = await take.grant(part.number);
    if (cutAt < begins + part.size) {
      await cutPut(service, grant, take.part(part.number), Math.max(0, cutAt - begins));
      return;
    }
    expect((await take.put(grant)).status).toBe(204);
  }
}

/** Waits until no part of any take is being read. */
function quiet(): Promise<unknown> {
  return until('running transfers to end', () => service.app.get(PartTransfers).count === 0);
}

/** Runs `meanwhile` once, between the look-up of the next upload and what follows it. */
function onceLookedUp(meanwhile: () => Promise<unknown>): void {
  const uploads = service.app.get(UploadRepository);
  const findById = uploads.findById.bind(uploads);
  vi.spyOn(uploads, 'findById').mockImplementationOnce(async (id) => {
    const upload = await findById(id);
    await meanwhile();
    return upload;
  });
}

/** Begins to send the first part of the take, and leaves the rest out. */
async function sendHalf(take: Uploader): Promise<RawPut> {
  const put = rawPut(service, await take.grant(1), { 'content-length': String(PART) });
  put.request.write(take.part(1).subarray(0, PART / 2));
  return put;
}

describe('cut connections', () => {
  it('scenario 30: a cut one byte before, at and after each part boundary costs at most the part that was cut', async () => {
    const boundaries = [PART, 2 * PART].flatMap((at) => [at - 1, at, at + 1]);
    for (const cutAt of boundaries) {
      const take = new Uploader(service, noiseTake(2 * PART + 5_000));
      await take.open();
      await sendUntil(take, cutAt);
      const { storedParts } = await service.send('recordings.upload_state', take.ref);
      expect(storedParts).toHaveLength(Math.floor(cutAt / PART));
      expect(await take.sendAll()).toBe(take.parts.length - storedParts.length);
      expect((await take.complete()).sha256).toBe(sha256(take.bytes));
    }
  });

  it('scenario 30: after the sweep nothing is left of what was cut off', async () => {
    await quiet();
    await until('a sweep that finds nothing', async () => {
      const { orphans, leftovers } = await service.app.get(StoreReconciler).run();
      return orphans + leftovers === 0;
    });
    const [row] = await service.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM upload_part WHERE stored_at IS NOT NULL`,
    );
    expect(await blobsOf(service)).toHaveLength(row?.count ?? -1);
  });

  it('keeps no transfer of a sender that left while its part was looked up', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const arrives = once(service.app.getHttpServer(), 'request') as Promise<[IncomingMessage]>;
    const leave = async (): Promise<void> => {
      (await put).request.destroy();
      const [request] = await arrives;
      await until('the connection to be gone', () => request.destroyed);
      expect(service.app.get(PartTransfers).count).toBe(1);
    };
    const left = new Promise<void>((resolve, reject) => onceLookedUp(() => leave().then(resolve, reject)));
    const put = sendHalf(take);
    await left;
    await quiet();
  });
});

describe('two writers', () => {
  it('of the same bytes at two processes are both told that the part is stored', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const grant = await take.grant(1);
    const parts = service.app.get(PartRepository);
    const record = parts.record.bind(parts);
    vi.spyOn(parts, 'record').mockImplementationOnce(async (uploadId, part, now) => {
      // The other process has a newer grant, and counts the part just before.
      const [granted] = await parts.raiseGenerations(uploadId, [part]);
      await record(uploadId, { ...part, ...granted }, now);
      return record(uploadId, part, now);
    });
    expect((await take.put(grant)).status).toBe(204);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('scenario 32: two tabs that send one take at once land one intact recording', async () => {
    for (let race = 0; race < soak(200); race += 1) {
      const take = new Uploader(service, noiseTake(3 * PART + race));
      await take.open();
      const tab = async (): Promise<string> => {
        for (;;) {
          for (const part of take.parts) {
            const [grant] = await take.grants([part]);
            // The other tab's grant may cut this one's transfer: then it asks again.
            if (grant && 'url' in grant) await take.put(grant).catch(() => undefined);
          }
          const { storedParts } = await service.send('recordings.upload_state', take.ref);
          if (storedParts.length === take.parts.length) return (await take.complete()).recordingId;
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

  it('scenario 33: a client that comes back takes over from its half-open connection long before that is cut off', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const halfOpen = await sendHalf(take);
    await until('the half-open transfer', () => service.app.get(PartTransfers).count === 1);
    const since = performance.now();
    expect(await take.sendAll()).toBe(1);
    expect(await halfOpen.answered).toBe(409);
    // Left to itself it is cut off after 30 s.
    expect(performance.now() - since).toBeLessThan(10_000);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('says 409 to a sender whose upload is aborted meanwhile', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const halfOpen = await sendHalf(take);
    await until('the half-open transfer', () => service.app.get(PartTransfers).count === 1);
    await service.send('recordings.abort_upload', take.ref);
    expect(await halfOpen.answered).toBe(409);
    await quiet();
  });

  it('says 409 to a sender whose upload is aborted while its part is looked up', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    onceLookedUp(() => service.send('recordings.abort_upload', take.ref));
    const halfOpen = await sendHalf(take);
    expect(await halfOpen.answered).toBe(409);
    await quiet();
  });

  it('scenario 33: bytes sent under an older grant are refused, also when they arrive whole', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const older = await take.grant(1);
    const newer = await take.grant(1);
    expect((await take.put(older)).status).toBe(409);
    expect((await take.put(newer)).status).toBe(204);
  });
});

describe('wrong bytes', () => {
  it('scenario 35: a flipped bit anywhere in a part is refused and stores nothing', async () => {
    const random = seeded(35);
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const grant = await take.grant(1);
    for (let flip = 0; flip < soak(1000); flip += 1) {
      const bytes = Buffer.from(take.bytes);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      const refused = await take.put(grant, bytes);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: 'invalid_input', field: 'Content-Digest' });
    }
    expect(await blobsOf(service, take.ref)).toEqual([]);
    expect((await take.put(grant)).status).toBe(204);
  });

  it('scenario 39: a part of 64 KiB followed by a flood is refused long before the flood ends', async () => {
    const take = new Uploader(service, noiseTake(PART));
    await take.open();
    const grant = await take.grant(1);
    const flood = 1024 * 1024 * 1024;
    const announced = rawPut(service, grant, { 'content-length': String(flood) });
    announced.request.flushHeaders();
    expect(await announced.answered).toBe(413);
    announced.request.destroy();
    const chunked = rawPut(service, grant, { 'transfer-encoding': 'chunked' });
    const chunk = Buffer.alloc(PART);
    let answered = false;
    void chunked.answered.then(() => (answered = true));
    let sent = 0;
    while (!answered && sent < flood) {
      sent += chunk.length;
      await new Promise<void>((resolve) => chunked.request.write(chunk, () => resolve()));
    }
    expect(await chunked.answered).toBe(413);
    expect(sent).toBeLessThan(flood / 4);
    chunked.request.destroy();
    expect(await blobsOf(service, take.ref)).toEqual([]);
    expect((await take.put(grant)).status).toBe(204);
  });

  it('scenario 40: a page of HTML named mp4 is refused at complete, and its bytes do not become a recording', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(10));
    const take = new Uploader(service, html);
    await take.open();
    await take.sendAll();
    await expect(take.complete()).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { field: 'contentType' },
    });
    const { body } = await service.call('GET', '/v1/recordings', {
      principal: keyPrincipal({ organizationId: take.organizationId }),
    });
    expect(body).toEqual({ data: [], nextCursor: null });
  });
});
