import { access, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDataDir, MODE, Product } from '../../harness/processes/product.js';

describe(`a start that is stopped before its end (${MODE})`, () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await emptyDataDir();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const left = async (): Promise<string[]> => {
    const text = await readFile(join(dataDir, 'processes.json'), 'utf8').catch(() => '{}');
    const pids = JSON.parse(text) as Record<string, number>;
    return Object.entries(pids).flatMap(([name, pid]) => (isAlive(pid) ? [name] : []));
  };

  it('ends as a stop does and leaves no process, wherever it was', async () => {
    for (const step of ['Starting Capture', '✓ database', '✓ schemas', ...OWN_STEPS]) {
      expect([step, await Product.stopDuringStart(step, dataDir)]).toEqual([step, 0]);
      // PostgreSQL removes it when it stops.
      await expect(access(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
      expect(await left()).toEqual([]);
    }
    const product = await Product.start({}, MODE, dataDir);
    expect(await product.stop()).toBe(0);
  });
});

const OWN_STEPS = MODE === 'distributed' ? ['✓ NATS and Redis', '✓ services'] : ['✓ services'];

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
