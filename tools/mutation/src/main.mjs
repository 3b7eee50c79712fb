// npm run mutation -- [--only PATH] [--list] [--resume]
// Removes one guard of recorded media at a time, runs the tests that should fail, and names the mutants that survive.
// It edits the files in place and puts them back, so it wants them committed.
// Kills are noted in .capture/mutation.log; with --resume those of unchanged files are not tried again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EQUIVALENT } from './equivalent.mjs';
import { mutantsOf } from './mutants.mjs';
import { TARGETS } from './targets.mjs';
import { TestRunner } from './test-runner.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const only = argument('--only') ?? '';
const log = join(root, '.capture/mutation.log');
/** May be the machine's fault, so that such a kill is tried again. */
const RAN_OUT_OF_TIME = /timed out|gave up after|to be less than/;

/** Every mutant of every target, with what runs against it. */
function plan() {
  return TARGETS.flatMap(({ files, first = [], tests }) =>
    globSync(files, { cwd: root })
      .filter((file) => file.includes(only))
      .sort()
      .flatMap((file) =>
        mutantsOf(file, readFileSync(join(root, file), 'utf8')).map((mutant) => ({
          ...mutant,
          file,
          rounds: [first, tests].map((names) => globSync(names, { cwd: root })),
        })),
      ),
  );
}

function isCommitted(file) {
  return spawnSync('git', ['diff', '--quiet', 'HEAD', '--', file], { cwd: root }).status === 0;
}

const runner = new TestRunner(root);

function idOf(mutant) {
  return createHash('sha256').update(`${mutant.file}\n${mutant.apply()}`).digest('hex');
}

/** What killed the mutants of earlier runs, by id. */
function earlierKills() {
  if (!process.argv.includes('--resume') || !existsSync(log)) return new Map();
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)));
}

function note(mutant, killed) {
  mkdirSync(dirname(log), { recursive: true });
  appendFileSync(log, `${JSON.stringify([idOf(mutant), killed])}\n`);
}

function equivalentOf({ file, what }) {
  return EQUIVALENT.find((known) => file.endsWith(known.file) && what.startsWith(known.what));
}

/** What is known to pass as it is. */
const sound = new Set();

/** A test that fails without a mutant says nothing about those that it fails with. */
async function requireSound({ file, rounds }) {
  const files = [...new Set(rounds.flat())];
  if (sound.has(files.join())) return;
  const failure = await runner.run(files, join(root, file));
  if (failure) throw new Error(`The tests of ${file} fail without a mutant: ${failure}`);
  sound.add(files.join());
}

/** The failure of tests that pass without the mutant. One that ends the process which runs them is a failure as well. */
async function failureOf(files, path) {
  try {
    return await runner.run(files, path);
  } catch (error) {
    await runner.close();
    return error.message;
  }
}

/** What kills a mutant; undefined when it survives. The file is put back, also on a signal. */
async function killer(mutant) {
  const path = join(root, mutant.file);
  const text = readFileSync(path, 'utf8');
  const stop = () => {
    writeFileSync(path, text);
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    writeFileSync(path, mutant.apply());
    const [first, all] = mutant.rounds;
    return (first.length > 0 && (await failureOf(first, path))) || (await failureOf(all, path));
  } finally {
    writeFileSync(path, text);
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

const mutants = plan();
if (process.argv.includes('--list')) {
  for (const { file, line, what } of mutants) console.log(`${file}:${line}  ${what.slice(0, 120)}`);
  console.log(`${mutants.length} mutants`);
  process.exit(0);
}
const changed = [...new Set(mutants.map(({ file }) => file))].filter((file) => !isCommitted(file));
if (changed.length > 0) {
  console.error(`Commit these first, they are edited in place:\n  ${changed.join('\n  ')}`);
  process.exit(2);
}
const survivors = [];
const earlier = earlierKills();
for (const [index, mutant] of mutants.entries()) {
  const known = equivalentOf(mutant);
  const noted = earlier.get(idOf(mutant));
  if (!known && !noted) await requireSound(mutant);
  const killed = known ? undefined : (noted ?? (await killer(mutant)));
  if (killed && !noted && !RAN_OUT_OF_TIME.test(killed)) note(mutant, killed);
  if (!known && !killed) survivors.push(mutant);
  const verdict = known
    ? `equivalent: ${known.why}`
    : killed
      ? `killed by: ${killed.slice(0, 240)}`
      : 'SURVIVED';
  console.log(
    `${index + 1}/${mutants.length}  ${mutant.file}:${mutant.line}  ${mutant.what.slice(0, 80)}\n    ${verdict}`,
  );
}
await runner.close();
for (const { file, line, what } of survivors)
  console.error(`survived: ${file}:${line}  ${what.slice(0, 200)}`);
console.log(
  `${mutants.length - survivors.length} of ${mutants.length} mutants were killed by a test or are equivalent.`,
);
process.exit(survivors.length > 0 ? 1 : 0);
