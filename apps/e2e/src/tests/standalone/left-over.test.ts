import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { emptyDataDir, MODE, Product } from '../../harness/processes/product.js';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Its own process, its database and, where each app has one, their processes. */
async function pidsOf(product: Product): Promise<number[]> {
  const children = MODE === 'standalone' ? {} : await product.processes();
  return [product.credentials.pid, await product.postgresPid(), ...Object.values(children)];
}

describe(`what runs, or was left running, on a data directory (${MODE})`, () => {
  let product: Product;

  const expectAnswer = async (): Promise<void> => {
    const { baseUrl, liveKey } = product.credentials;
    await new Api(baseUrl, liveKey).get('/v1/capture-requests');
  };

  beforeAll(async () => {
    product = await Product.start({}, MODE, await emptyDataDir());
  });

  afterAll(() => product.remove());

  it('is refused to a second instance, on another port too, and the first one goes on untouched', async () => {
    const before = await pidsOf(product);
    for (const mode of new Set([MODE, 'standalone'] as const))
      await expect(Product.start({}, mode, product.dataDir)).rejects.toThrow(
        `another instance (pid ${product.credentials.pid})`,
      );
    expect(await pidsOf(product)).toEqual(before);
    await expectAnswer();
  });

  it('is taken over on the same port after the process was killed, and what it left running ends', async () => {
    const [own = 0, ...left] = await pidsOf(product);
    process.kill(own, 'SIGKILL');
    await product.stop();
    expect(left.filter(isAlive)).toEqual(left);
    await product.up();
    await until('what was left running to end', () => !left.some(isAlive));
    await expectAnswer();
  });

  it('is left by everything when the terminal closes', async () => {
    const running = await pidsOf(product);
    await product.stop('SIGHUP');
    await until('every process to end', () => !running.some(isAlive));
    await product.up();
    await expectAnswer();
  });
});
