// Runs test files again and again in one Vitest, so that servers and what was compiled are there already the second time.
import { createVitest } from 'vitest/node';

/** A mutant may loop for ever. */
const LONGEST_MS = 600_000;

/** Keeps how the first test failed. The results that a run ends with name those of earlier runs as well. */
class FirstFailure {
  seen;
  /** Files that came to their end. */
  ended = 0;

  onTestRunStart() {
    this.seen = undefined;
    this.ended = 0;
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state === 'failed') this.seen ??= `${test.fullName}: ${errors[0]?.message ?? ''}`;
  }

  onTestModuleEnd(module) {
    this.ended += 1;
    const [error] = module.errors();
    if (error) this.seen ??= `outside of tests: ${error.message}`;
  }

  onTestRunEnd(_modules, [error]) {
    if (error) this.seen ??= `outside of tests: ${error.message}`;
  }
}

export class TestRunner {
  reporter = new FirstFailure();
  /** Files that were written to, some of them back. */
  changed = new Set();

  constructor(root) {
    this.root = root;
  }

  /**
   * The first failure of these files with `changed` as it is now; undefined when all pass.
   * @throws Error when none of them ran, which says nothing about the change.
   */
  async run(files, changed) {
    const vitest = await (this.vitest ??= this.open());
    for (const file of this.changed.add(changed)) vitest.invalidateFile(file);
    const specifications = await vitest.globTestSpecifications(files);
    const hung = Symbol('hung');
    let timer;
    const result = await Promise.race([
      vitest.runTestSpecifications(specifications),
      new Promise((settle) => (timer = setTimeout(settle, LONGEST_MS, hung))),
    ]);
    clearTimeout(timer);
    const { seen, ended } = this.reporter;
    if (result !== hung && ended === 0) throw new Error(`No test ran: ${seen ?? 'no such file'}`);
    if (result !== hung) return seen;
    await this.close();
    return 'timed out';
  }

  async open() {
    const { root, reporter } = this;
    const vitest = await createVitest('test', { root, watch: false, bail: 1, reporters: [reporter] });
    await vitest.standalone();
    return vitest;
  }

  async close() {
    const vitest = await this.vitest;
    this.vitest = undefined;
    await vitest?.close();
  }
}
