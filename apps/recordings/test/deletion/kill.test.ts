import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type DeletionReceipt } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { build, KillableService } from '../fixtures/killable-service.js';
import { rawPut, type RawPut } from '../fixtures/raw-put.js';
import { makeSandbox, type Sandbox } from '../fixtures/service.js';
import { filesOf } from '../fixtures/stores.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let sandbox: Sandbox;
let service: KillableService;
let database: pg.Client;

beforeAll(async () => {
  await build();
  sandbox = await makeSandbox(inject('postgresAdminUrl'), { CAPTURE_UPLOAD_SWEEP_SEC: '1' });
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

async function deletion(organizationId: string, recordingId: string): Promise<[number, DeletionReceipt]> {
  const answer = await fetch(service.local(`/v1/recordings/${recordingId}`), {
    method: 'DELETE',
    headers: service.sign(keyPrincipal({ organizationId })),
  });
  return [answer.status, (await answer.json()) as DeletionReceipt];
}

it('the answer waits for no byte to go, and those that are left by kill -9 after it go with the next sweep', async () => {
  const take = new Uploader(service, REAL_TAKE);
  const { recordingId } = await take.land();
  const { organizationId } = take;
  const remove = () => deletion(organizationId, recordingId);
  // Whoever removes bytes forgets the copies of the file first, and waits here.
  await database.query('BEGIN');
  await database.query('LOCK TABLE rendition IN SHARE MODE');
  const first = await remove();
  expect(first).toMatchObject([202, { recordingId }]);
  await service.kill();
  expect(await filesOf(sandbox.storeDir)).toHaveLength(take.parts.length);
  await database.query('COMMIT');
  await service.up();
  await until('the bytes to go', async () => (await filesOf(sandbox.storeDir)).length === 0, 60_000);
  expect(await remove()).toEqual(first);
});

it('half a part that kill -9 left aside goes with the recording of its track, and no other', async () => {
  const [organizationId, sessionId] = [newId('organization'), newId('session')];
  const takeIn = (session: string): Uploader => {
    const about = { sessionId: session, participantId: newId('participant'), takeNumber: 1, sizeBytes: null };
    return new Uploader(service, REAL_TAKE, organizationId, about);
  };
  const { recordingId } = await takeIn(sessionId).land();
  await service.send('recordings.promote_session', { organizationId, sessionId });
  const aside = (): Promise<string[]> => readdir(join(sandbox.storeDir, 'incoming'));
  const tracks = [takeIn(sessionId), takeIn(newId('session'))];
  const cut: RawPut[] = [];
  for (const track of tracks) {
    await track.open();
    const put = rawPut(service, await track.grant(1), { 'content-length': String(track.part(1).length) });
    put.request.write(track.part(1).subarray(0, 4096));
    cut.push(put);
  }
  await until('both halves to be put aside', async () => (await aside()).length === 2);
  await service.kill();
  await Promise.all(cut.map(({ answered }) => answered));
  await service.up();
  expect(await aside()).toHaveLength(2);
  expect((await deletion(organizationId, recordingId))[0]).toBe(202);
  await until('the half to go', async () => (await aside()).length === 1, 60_000);
  expect((await aside())[0]).toContain(tracks[1]?.uploadId);
});
