import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestRunner } from './test-runner.mjs';

let root: string;
let runner: TestRunner;
const write = (name: string, text: string) => writeFile(join(root, name), text);
const testOf = (title: string) =>
  `import { value } from './value.mjs'; test('${title}', () => expect(value).toBe(1));`;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'capture-runner-')));
  await write('vitest.config.mjs', 'export default { test: { globals: true, include: ["*.test.mjs"] } };');
  await write('value.mjs', 'export const value = 3;');
  await write('first.test.mjs', testOf('is one'));
  await write('other.test.mjs', "test('needs no value', () => expect(2).toBe(2));");
  runner = new TestRunner(root);
});
afterEach(async () => {
  await runner.close();
  await rm(root, { recursive: true });
});

it('a failure is that of this run, with the file as it is now', { timeout: 180_000 }, async () => {
  const changed = join(root, 'value.mjs');
  expect(await runner.run(['first.test.mjs'], changed)).toContain('is one: expected 3 to be 1');
  expect(await runner.run(['other.test.mjs'], changed)).toBeUndefined();
  await write('value.mjs', 'export const value = 1;');
  expect(await runner.run(['first.test.mjs'], changed)).toBeUndefined();
});

it('a run in which no test ran is not taken for a failure of one', { timeout: 180_000 }, async () => {
  await write(
    'vitest.config.mjs',
    `const test = { globals: true, include: ['*.test.mjs'] };
     const projects = [{ test: { ...test, name: 'one', maxWorkers: 3 } }, { test: { ...test, name: 'two', maxWorkers: 2 } }];
     export default { test: { projects } };`,
  );
  const run = runner.run(['first.test.mjs'], join(root, 'value.mjs'));
  await expect(run).rejects.toThrow(/^No test ran: .*maxWorkers/);
});
