import { newId } from '@capture/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partKey, uploadPrefix } from '../../src/store/object-keys.js';
import type { ObjectStore } from '../../src/store/object-store.js';
import { filesystem, type TestStore } from '../fixtures/stores.js';
import { sha256 } from '../fixtures/take.js';

let backend: TestStore;
let store: ObjectStore;
beforeAll(async () => {
  backend = await filesystem();
  store = backend.open();
});
afterAll(async () => {
  store.close();
  await backend.drop();
});

it('a write that is dropped while it is under way is refused and leaves nothing; one of another upload goes on', async () => {
  const organizationId = newId('organization');
  const bytes = Buffer.from('half a part, and the other half');
  const [begun, dropped] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let writing = 0;
  async function* body(): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, 12);
    writing += 1;
    if (writing === 2) begun.resolve(undefined);
    await dropped.promise;
    yield bytes.subarray(12);
  }
  const uploads = [newId('upload'), newId('upload')] as const;
  const keys = uploads.map((uploadId) =>
    partKey(organizationId, uploadId, { number: 1, sha256: sha256(bytes) }),
  );
  const puts = Promise.allSettled(keys.map((key) => store.put(key, body(), bytes.length)));
  await begun.promise;
  await store.dropUnfinished(uploadPrefix(organizationId, uploads[0]));
  dropped.resolve(undefined);
  expect(await puts).toMatchObject([{ reason: { code: 'conflict' } }, { status: 'fulfilled' }]);
  const left: string[] = [];
  for await (const { key } of store.list()) left.push(key);
  expect(left).toEqual([keys[1]]);
});
