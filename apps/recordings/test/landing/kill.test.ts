import type { CompletedUpload } from '@capture/contracts';
import { OPERATOR } from '@capture/service-testing';
import { seeded, soak, until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { KillableService, build } from '../fixtures/killable-service.js';
import { makeSandbox, type Sandbox } from '../fixtures/service.js';
import { filesOf } from '../fixtures/stores.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PART = 256 * 1024;
/** A start of the service takes seconds on a busy machine. */
const TIME_LIMIT_MS = 60_000 + soak(100) * 15_000;
let sandbox: Sandbox;
let service: KillableService;
let database: pg.Client;

beforeAll(async () => {
  await build();
  sandbox = await makeSandbox(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_ORPHAN_GRACE_SEC: '0',
    CAPTURE_UPLOAD_SWEEP_SEC: '1',
  });
  service = new KillableService(sandbox);
  await service.up();
  database = new pg.Client({ connectionString: sandbox.databaseUrl, options: '-c capture.organization=*' });
  await database.connect();
});
afterAll(async () => {
  await service.kill();
  await database.end();
  await sandbox.drop();
});

async function reconcile(): Promise<{ orphans: number; leftovers: number }> {
  const answer = await fetch(service.local('/operator/v1/uploads/reconcile'), {
    method: 'POST',
    headers: service.sign(OPERATOR),
  });
  return (await answer.json()) as { orphans: number; leftovers: number };
}

async function restart(): Promise<void> {
  await service.kill();
  await service.up();
}

/** Kills the service `afterMs` into `work`, wherever that is; what `work` could not do is not an error. */
async function killDuring(work: () => Promise<unknown>, afterMs: number): Promise<void> {
  const running = work().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await restart();
  await running;
}

it(
  'scenario 30: every part that was acknowledged survives kill -9 at random points of an upload, and the sweep leaves nothing else',
  async () => {
    const random = seeded(59);
    const take = new Uploader(service, noiseTake(60 * PART));
    await take.open();
    const acknowledged = new Set<number>();
    for (let kills = 0; kills < soak(100); kills += 1) {
      const missing = take.parts.filter((part) => !acknowledged.has(part.number));
      const sendSome = async (): Promise<void> => {
        for (const part of missing) {
          const [grant] = await take.grants([part]);
          if (!grant) return;
          if ('url' in grant && (await take.put(grant)).status !== 204) return;
          acknowledged.add(part.number);
        }
      };
      await killDuring(sendSome, random() * 40);
      const { storedParts } = await service.send('recordings.upload_state', take.ref);
      expect(storedParts).toEqual(expect.arrayContaining([...acknowledged]));
    }
    await take.sendAll();
    const answer = await take.complete({ sha256: sha256(take.bytes) });
    expect(answer.sha256).toBe(sha256(take.bytes));
    await until('a sweep that finds nothing', async () => {
      const { orphans, leftovers } = await reconcile();
      return orphans + leftovers === 0;
    });
    expect(await filesOf(sandbox.storeDir)).toHaveLength(take.parts.length);
  },
  TIME_LIMIT_MS,
);

it(
  'scenario 31: complete that is killed at any point lands exactly one recording with each of its events once',
  async () => {
    const random = seeded(31);
    for (let kills = 0; kills < soak(50); kills += 1) {
      const take = new Uploader(service, noiseTake(8 * PART));
      await take.open();
      await take.sendAll();
      let first: CompletedUpload | undefined;
      await killDuring(async () => (first = await take.complete()), random() * 60);
      const answer = await take.complete();
      if (first) expect(answer).toEqual(first);
      expect(answer.sha256).toBe(sha256(take.bytes));
      const recordings = await database.query('SELECT id FROM recording WHERE organization_id = $1', [
        take.organizationId,
      ]);
      expect(recordings.rows).toEqual([{ id: answer.recordingId }]);
      const events = await database.query('SELECT type FROM outbox WHERE organization_id = $1 ORDER BY id', [
        take.organizationId,
      ]);
      expect(events.rows.map((row: { type: string }) => row.type)).toEqual([
        'recording.created',
        'recording.track_available',
        'recording.completed',
      ]);
    }
  },
  TIME_LIMIT_MS,
);

it(
  'scenario 31: complete that is killed once it was kept is carried out without anybody calling again',
  async () => {
    const random = seeded(32);
    for (let kills = 0; kills < soak(20); kills += 1) {
      const take = new Uploader(service, noiseTake(40 * PART));
      await take.open();
      await take.sendAll();
      await killDuring(() => take.complete(), random() * 60);
      const stateOf = async (): Promise<string | undefined> => {
        const { rows } = await database.query<{ state: string }>('SELECT state FROM upload WHERE id = $1', [
          take.uploadId,
        ]);
        return rows[0]?.state;
      };
      // Killed before that, nothing was promised: the next call begins.
      if ((await stateOf()) === 'open') await take.complete();
      await until('the recording', async () => (await stateOf()) === 'completed', 30_000);
      expect((await take.complete()).sha256).toBe(sha256(take.bytes));
    }
  },
  TIME_LIMIT_MS,
);
