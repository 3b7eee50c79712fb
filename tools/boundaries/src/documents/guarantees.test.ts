import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { missingTests } from './guarantees.mjs';

let root: string;
const write = (text: string) => writeFile(join(root, 'docs/guarantees.md'), text);
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'capture-guarantees-'));
  for (const folder of ['docs', 'apps/a/test', 'apps/b/test']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await writeFile(join(root, 'apps/a/test/kill.test.ts'), '');
  await writeFile(join(root, 'apps/a/test/cuts.test.ts'), '');
});
afterEach(() => rm(root, { recursive: true }));

it('a page whose files, folders and patterns are all there has nothing missing', async () => {
  await write('`apps/a/test/{kill,cuts}.test.ts`, `apps/*/test`, `npm test`, `a/kill`');
  expect(missingTests(root)).toEqual([]);
});

it('a test that is gone is named, also as one of several, and a path that says only its end', async () => {
  await write('`apps/a/test/{kill,gone}.test.ts`, `apps/c/test`, `…/cuts.test.ts`');
  expect(missingTests(root)).toEqual([
    'docs/guarantees.md names apps/a/test/gone.test.ts, which is not there',
    'docs/guarantees.md names apps/c/test, which is not there',
    'docs/guarantees.md names …/cuts.test.ts, which is not there',
  ]);
});
