import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { WholeFileHashes } from '../../src/hashing/whole-file-hashes.js';
import { HashingThreads } from '../../src/hashing/hashing-threads.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PARTS = 5;

let service: RecordingsUnderTest;
let take: Uploader;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
beforeEach(async () => {
  take = new Uploader(service, noiseTake(8192 * (PARTS - 1) + 100));
  await take.open();
});
afterAll(() => service.stop());

async function send(numbers: number[]): Promise<void> {
  for (const number of numbers) {
    const { status } = await take.put(await take.grant(number));
    expect(status).toBe(204);
  }
}

/** How often a hash is begun during `work`: once for each file that is read from its beginning. */
async function begun(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(HashingThreads.prototype, 'begin');
  await work();
  const count = spy.mock.calls.length;
  spy.mockRestore();
  return count;
}

describe('the published hash of a take', () => {
  it.each([[[1, 2, 3, 4, 5]], [[3, 1, 5, 2, 4]]])(
    'is made while the parts arrive, which are not read from the beginning at complete: %j',
    async (numbers) => {
      await send(numbers);
      let answer;
      expect(await begun(async () => (answer = await take.complete()))).toBe(0);
      expect(answer).toMatchObject({ sha256: sha256(take.bytes) });
    },
  );

  it('is that of the stored bytes when a part was sent, and then sent again with others', async () => {
    const others = Buffer.from(take.part(2)).fill(7);
    const [first] = await take.grants([{ number: 2, size: others.length, sha256: sha256(others) }]);
    if (!first || !('url' in first)) throw new Error('no grant');
    await send([1]);
    expect((await take.put(first, others)).status).toBe(204);
    await send([2, 3, 4, 5]);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('is read by a process that saw only the last parts', async () => {
    await send([1, 2]);
    service.app.get(WholeFileHashes).forget(take.uploadId);
    await send([3, 4, 5]);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('is compared with the one that the client says, also when it was made on the way', async () => {
    await send([1, 2, 3, 4, 5]);
    await expect(take.complete({ sha256: '0'.repeat(64) })).rejects.toMatchObject({
      extras: { field: 'sha256' },
    });
    expect((await take.complete({ sha256: sha256(take.bytes) })).sha256).toBe(sha256(take.bytes));
  });
});
