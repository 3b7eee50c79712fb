// Runs test files again and again in one Vitest, so that servers and what was compiled are there already the second time.
import { createVitest } from 'vitest/node';

/** A mutant may loop for ever. */
const LONGEST_MS = 600_000;
const SILENT = {};

async function open(root) {
  const vitest = await createVitest('test', { root, watch: false, bail: 1, reporters: [SILENT] });
  await vitest.standalone();
  return vitest;
}

/** The title of the first test that failed, and how. */
function failureOf({ testModules, unhandledErrors }) {
  for (const module of testModules) {
    for (const test of module.children.allTests('failed'))
      return `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`;
  }
  const [error] = [...testModules.flatMap((module) => module.errors()), ...unhandledErrors];
  return error && `outside of tests: ${error.message}`;
}

export class TestRunner {
  /** Files that were written to, some of them back. */
  changed = new Set();

  constructor(root) {
    this.root = root;
  }

  /** The first failure of these files with `changed` as it is now; undefined when all pass. */
  async run(files, changed) {
    const vitest = await (this.vitest ??= open(this.root));
    for (const file of this.changed.add(changed)) vitest.invalidateFile(file);
    const specifications = await vitest.globTestSpecifications(files);
    const hung = Symbol('hung');
    let timer;
    const result = await Promise.race([
      vitest.runTestSpecifications(specifications),
      new Promise((settle) => (timer = setTimeout(settle, LONGEST_MS, hung))),
    ]);
    clearTimeout(timer);
    if (result !== hung) return failureOf(result);
    await this.close();
    return 'timed out';
  }

  async close() {
    const vitest = await this.vitest;
    this.vitest = undefined;
    await vitest?.close();
  }
}
