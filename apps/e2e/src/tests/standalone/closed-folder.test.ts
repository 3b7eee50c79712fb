import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import type { CaptureRequestBody } from '../../harness/organizations/capture-fixture.js';
import { Product } from '../../harness/processes/product.js';

const isRoot = process.getuid?.() === 0;

// Both modes open their data directory with the same code.
describe.runIf(isRoot)('a data directory below a folder that only root can enter (standalone)', () => {
  let closed: string;
  let product: Product;
  const databases: string[] = [];

  const startIn = async (name: string): Promise<void> => {
    const directory = join(closed, name);
    await mkdir(directory, { recursive: true });
    product = await Product.start({}, 'standalone', directory);
    const place = await readFile(join(directory, 'database.json'), 'utf8');
    databases.push((JSON.parse(place) as { directory: string }).directory);
  };
  const api = (): Api => new Api(product.credentials.baseUrl, product.credentials.liveKey);

  beforeAll(async () => {
    closed = await mkdtemp(join(tmpdir(), 'capture-closed-'));
    await chmod(closed, 0o700);
    await startIn('first');
  });

  afterAll(async () => {
    await product.stop();
    for (const directory of databases) await rm(dirname(directory), { recursive: true, force: true });
    await rm(closed, { recursive: true, force: true });
  });

  it('keeps its requests and keys when it is moved', async () => {
    const { id } = await api().post<CaptureRequestBody>('/v1/capture-requests', {
      title: 'kept',
      prompt: '?',
    });
    expect(await product.stop()).toBe(0);
    await rename(join(closed, 'first'), join(closed, 'second'));
    await startIn('second');
    expect(await api().get<CaptureRequestBody>(`/v1/capture-requests/${id}`)).toMatchObject({
      title: 'kept',
    });
  });

  it('starts anew after it was removed', async () => {
    const before = product.credentials.liveKey;
    await product.stop();
    await rm(join(closed, 'second'), { recursive: true });
    await startIn('second');
    expect(product.credentials.liveKey).not.toBe(before);
    expect((await api().get<{ data: unknown[] }>('/v1/capture-requests')).data).toEqual([]);
  });
});
