import { OPERATOR, PUBLIC, keyPrincipal } from '@capture/service-testing';
import { seeded, soak, until } from '@capture/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { KillableService, build } from '../fixtures/killable-service.js';
import { longer, packetsOf } from '../fixtures/packets.js';
import { makeSandbox, type Sandbox } from '../fixtures/service.js';
import { filesOf } from '../fixtures/stores.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
const KILLS = soak(10);
/** After a kill the copy is free to be made again once the dead process's lease has run out. */
const LEASE_MS = 15_000;
let sandbox: Sandbox;
let service: KillableService;

beforeAll(async () => {
  await build();
  sandbox = await makeSandbox(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_ORPHAN_GRACE_SEC: '0',
  });
  service = new KillableService(sandbox);
  await service.up();
});
afterAll(async () => {
  await service.kill();
  await sandbox.drop();
});

async function post<T>(
  path: string,
  headers: Record<string, string>,
  body: object = {},
): Promise<T | undefined> {
  const answer = await fetch(service.local(path), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.ok ? ((await answer.json()) as T) : undefined;
}

it(
  'a seekable copy whose making is killed at any point is made anew, and the sweep leaves nothing of the first attempt',
  async () => {
    const random = seeded(7);
    const long = await longer(REAL_TAKE, 100);
    for (let kills = 0; kills < KILLS; kills += 1) {
      const take = new Uploader(service, long);
      const { recordingId, trackId } = await take.land();
      const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
      const key = keyPrincipal({ organizationId: take.organizationId });
      const mint = () => post<DownloadUrlDto>(path, service.sign(key), { rendition: 'seekable' });
      const first = mint().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, random() * 500));
      await service.kill();
      await service.up();
      await first;
      const minted = await until('the copy', mint, LEASE_MS + 30_000);
      const answer = await fetch(service.local(minted.url), { headers: service.sign(PUBLIC) });
      expect(await packetsOf(Buffer.from(await answer.arrayBuffer()))).toEqual(await packetsOf(long));
      await until('a sweep that finds nothing', async () => {
        const found = await post<{ orphans: number; leftovers: number }>(
          '/operator/v1/uploads/reconcile',
          service.sign(OPERATOR),
        );
        return found && found.orphans + found.leftovers === 0;
      });
      const made = Math.ceil(minted.sizeBytes / PART);
      expect(await filesOf(sandbox.storeDir)).toHaveLength(take.parts.length + made);
      const { organizationId } = take;
      await service.send('recordings.delete', { organizationId, recordingId, reason: 'operator' });
      expect(await filesOf(sandbox.storeDir)).toEqual([]);
    }
  },
  60_000 + KILLS * 90_000,
);
