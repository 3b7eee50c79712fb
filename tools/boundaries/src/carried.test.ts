import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deadWeight } from './carried.mjs';

describe('what services carry', () => {
  let root: string;
  const install = async (folder: string, dependencies: Record<string, string>): Promise<void> => {
    const at = join(root, folder);
    await mkdir(at, { recursive: true });
    const names = Object.fromEntries(Object.keys(dependencies).map((name) => [name, '*']));
    await writeFile(join(at, 'package.json'), JSON.stringify({ dependencies: names }));
    for (const [name, target] of Object.entries(dependencies)) {
      const link = join(at, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, target), link);
    }
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'capture-carried-'));
    await install('store/pg', {});
    await install('libs/persistence', { pg: 'store/pg' });
    await install('apps/sessions', { '@capture/persistence': 'libs/persistence' });
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is nothing to speak of where each has what it runs', () => {
    expect(deadWeight(root)).toEqual([]);
  });

  it('is named with the way by which it came in', async () => {
    await install('apps/gateway', { '@capture/persistence': 'libs/persistence' });
    await install('store/supertest', {});
    await install('libs/platform', { supertest: 'store/supertest' });
    await install('apps/webhooks', { '@capture/platform': 'libs/platform' });
    expect(deadWeight(root)).toEqual([
      'gateway carries a database client: @capture/persistence',
      'gateway carries a database client: @capture/persistence → pg',
      'webhooks carries test code: @capture/platform → supertest',
    ]);
  });
});
