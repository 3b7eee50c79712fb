import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { WholeFileHashes } from '../../src/hashing/whole-file-hashes.js';
import { ProcessingJobs } from '../../src/landing/processing.jobs.js';
import { ProcessingRepository } from '../../src/landing/processing.repository.js';
import { ProcessingService } from '../../src/landing/processing.service.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.stop());

async function sent(): Promise<Uploader> {
  const take = new Uploader(service, REAL_TAKE);
  await take.open();
  await take.sendAll();
  return take;
}

const stateOf = async ({ uploadId }: Uploader): Promise<unknown> =>
  (await service.sql('SELECT state, deaths FROM upload WHERE id = $1', uploadId))[0];

it('a file whose reader died is read again when no other is being read: it may be what its reader died of', async () => {
  const [other, suspect] = [await sent(), await sent()];
  const hashes = service.app.get(WholeFileHashes);
  const of = hashes.of.bind(hashes);
  const seen: string[] = [];
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const reading = vi.spyOn(hashes, 'of').mockRejectedValueOnce(new Error('the process dies'));
  await expect(suspect.complete()).rejects.toThrow();
  await service.sql('UPDATE upload SET deaths = 1, retry_at = NULL WHERE id = $1', suspect.uploadId);
  reading.mockImplementation(async (upload, ...rest) => {
    seen.push(`${upload.uploadId} begins`);
    if (upload.uploadId === other.uploadId) await gate;
    const digest = await of(upload, ...rest);
    seen.push(`${upload.uploadId} ends`);
    return digest;
  });
  const asked = vi.spyOn(service.app.get(ProcessingRepository), 'holdSuspect');
  const first = other.complete();
  await until('the other one being read', () => seen.length === 1);
  const resumed = service.app.get(ProcessingJobs).resume();
  await until('the look at the one whose reader died', async () =>
    (await Promise.all(asked.mock.results.map(({ value }) => value as Promise<object | undefined>))).some(
      (held) => held !== undefined,
    ),
  );
  expect(await stateOf(suspect)).toEqual({ state: 'processing', deaths: 1 });
  letGo();
  await Promise.all([first, resumed]);
  const order = [other, suspect].flatMap(({ uploadId }) => [`${uploadId} begins`, `${uploadId} ends`]);
  expect(seen).toEqual(order);
  expect(await stateOf(suspect)).toEqual({ state: 'completed', deaths: 0 });
  expect((await suspect.complete()).sha256).toBe(sha256(REAL_TAKE));
});

it('a take that waits behind such a file in this process is answered once another process has read it', async () => {
  const [suspect, other] = [await sent(), await sent()];
  const hashes = service.app.get(WholeFileHashes);
  const of = hashes.of.bind(hashes);
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const reading = vi.spyOn(hashes, 'of').mockRejectedValueOnce(new Error('the process dies'));
  await expect(suspect.complete()).rejects.toThrow();
  await service.sql('UPDATE upload SET deaths = 1, retry_at = NULL WHERE id = $1', suspect.uploadId);
  reading.mockImplementation(async (upload, ...rest) => {
    if (upload.uploadId === suspect.uploadId) await gate;
    return of(upload, ...rest);
  });
  const alone = suspect.complete();
  await until('the one whose reader died being read', () => reading.mock.calls.length === 2);
  const answer = other.complete();
  await until(
    'the other one waiting',
    async () => ((await stateOf(other)) as { state: string }).state === 'processing',
  );
  const { organizationId, uploadId } = other;
  // As another process would.
  await service.app.get(ProcessingService).attempt({ organizationId, uploadId });
  expect((await answer).sha256).toBe(sha256(REAL_TAKE));
  letGo();
  expect((await alone).sha256).toBe(sha256(REAL_TAKE));
});

it('a process that is told to stop does not count as one that died of what it reads, however it ends', async () => {
  const take = await sent();
  const hashes = service.app.get(WholeFileHashes);
  const of = hashes.of.bind(hashes);
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const reading = vi.spyOn(hashes, 'of').mockImplementationOnce(async (...asked) => {
    await gate;
    return of(...asked);
  });
  const answer = take.complete();
  await until('the file being read', () => reading.mock.calls.length === 1);
  expect(await stateOf(take)).toEqual({ state: 'processing', deaths: 1 });
  await service.app.get(ProcessingService).onModuleDestroy();
  expect(await stateOf(take)).toEqual({ state: 'processing', deaths: 0 });
  letGo();
  expect((await answer).sha256).toBe(sha256(REAL_TAKE));
});

it('a file whose readers died is read again after pauses that grow', async () => {
  const take = await sent();
  vi.spyOn(service.app.get(WholeFileHashes), 'of').mockRejectedValueOnce(new Error('the process dies'));
  await expect(take.complete()).rejects.toThrow();
  const processing = service.app.get(ProcessingService);
  const pauses: number[] = [];
  for (const deaths of [1, 2, 3, 4, 5]) {
    await service.sql(
      `UPDATE upload SET deaths = $2, retry_at = $3::timestamptz WHERE id = $1`,
      take.uploadId,
      deaths,
      service.clock.now(),
    );
    const begin = vi
      .spyOn(service.app.get(ProcessingRepository), 'letGo')
      .mockRejectedValue(new Error('dies'));
    let pause = 0;
    while (!(await processing.run(take.ref).catch(() => 'begun'))) {
      service.clock.advance(1);
      pause += 1;
    }
    begin.mockRestore();
    pauses.push(pause);
  }
  expect(pauses).toEqual([0, 3, 9, 21, 45]);
});
