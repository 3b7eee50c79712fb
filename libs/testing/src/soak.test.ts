import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

async function load(environment: Record<string, string>): Promise<typeof import('./soak.js')> {
  vi.resetModules();
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return import('./soak.js');
}

describe('a proof that repeats', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'capture-soak-'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });

  it('runs at its full count in a soak and at a tenth, or what it says, otherwise', async () => {
    const { soak: ordinary } = await load({ SOAK_SCALE: '0.1' });
    expect([ordinary(500), ordinary(30), ordinary(3), ordinary(300, 3)]).toEqual([50, 3, 1, 3]);
    const { soak: full } = await load({ SOAK_SCALE: '1' });
    expect([full(500), full(3), full(300, 3)]).toEqual([500, 3, 300]);
  });

  it('goes on after the last step that was done, with the numbers that step always gets', async () => {
    const environment = { SOAK_SEED: '7', SOAK_PROGRESS: join(directory, 'progress.json') };
    const { repeat: first } = await load(environment);
    const drawn = new Map<number, number>();
    const interrupted = first('kills', 5, (index, random) => {
      if (index === 3) return Promise.reject(new Error('interrupted'));
      drawn.set(index, random());
      return Promise.resolve();
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    const { repeat: second } = await load(environment);
    await second('kills', 5, (index, random) => {
      expect(drawn.has(index)).toBe(false);
      drawn.set(index, random());
      return Promise.resolve();
    });
    expect([...drawn.keys()]).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(drawn.values()).size).toBe(5);
    expect(JSON.parse(readFileSync(environment.SOAK_PROGRESS, 'utf8'))).toEqual({
      kills: { done: 5, of: 5 },
    });
    const { repeat: again } = await load({ SOAK_SEED: '7', SOAK_PROGRESS: join(directory, 'another.json') });
    await again('kills', 5, (index, random) => Promise.resolve(expect(random()).toBe(drawn.get(index))));
  });
});
