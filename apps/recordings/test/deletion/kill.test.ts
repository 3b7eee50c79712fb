import type { DeletionReceipt } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { build, KillableService } from '../fixtures/killable-service.js';
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

it('the answer waits for no byte to go, and those that are left by kill -9 after it go with the next sweep', async () => {
  const take = new Uploader(service, REAL_TAKE);
  const { recordingId } = await take.land();
  const { organizationId } = take;
  const remove = async (): Promise<[number, DeletionReceipt]> => {
    const answer = await fetch(service.local(`/v1/recordings/${recordingId}`), {
      method: 'DELETE',
      headers: service.sign(keyPrincipal({ organizationId })),
    });
    return [answer.status, (await answer.json()) as DeletionReceipt];
  };
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
