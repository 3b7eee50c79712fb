// Every benchmark starts an instance of its own, measures it in turns with its peer and prints medians. Every row has a goal;
// one that is missed makes the run fail.
// Usage: main.mjs [--only upload|downloads|seekable|webhooks|webhooks-scale|black-holes|killed-worker|reads|gateway|lists|isolation|growth|retirement|ageing|sign-ins|deletion|tracing|lighthouse|rooms|starts] [--json]
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ageing } from './rows/ageing.mjs';
import { blackHoles } from './webhooks/black-holes.mjs';
import { killedWorker } from './webhooks/killed-worker.mjs';
import { deletion } from './people/deletion.mjs';
import { downloads } from './downloads.mjs';
import { gateway } from './gateway.mjs';
import { growth } from './growth.mjs';
import { isolation } from './isolation.mjs';
import { lists } from './lists.mjs';
import { lighthouseScores } from './pages/lighthouse.mjs';
import { reads } from './reads.mjs';
import { retirement } from './rows/retirement.mjs';
import { rooms } from './rooms/rooms.mjs';
import { seekable } from './seekable.mjs';
import { signIns } from './people/sign-ins.mjs';
import { judged } from './src/goals.mjs';
import { starts } from './starts.mjs';
import { tracing } from './tracing.mjs';
import { upload } from './uploads/uploads.mjs';
import { webhooksScale } from './webhooks/scale.mjs';
import { webhooks } from './webhooks/webhooks.mjs';

const BENCHES = {
  upload,
  downloads,
  seekable,
  webhooks,
  'webhooks-scale': webhooksScale,
  'black-holes': blackHoles,
  'killed-worker': killedWorker,
  reads,
  gateway,
  lists,
  isolation,
  growth,
  retirement,
  ageing,
  'sign-ins': signIns,
  deletion,
  tracing,
  lighthouse: lighthouseScores,
  rooms,
  starts,
};
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
});
if (options.only !== undefined && !Object.hasOwn(BENCHES, options.only)) {
  console.error(`--only takes one of: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

const COLUMNS = ['what', 'ours', 'peer', 'ratio', 'goal', 'met', 'runs', 'load'];

function print(rows) {
  const cells = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column] ?? '')))];
  const widths = COLUMNS.map((_name, index) => Math.max(...cells.map((line) => line[index].length)));
  for (const line of cells)
    console.log(
      line
        .map((text, index) => text.padEnd(widths[index]))
        .join('  ')
        .trimEnd(),
    );
}

const started = Date.now();
const progress = (text) =>
  process.stderr.write(`  ${Math.round((Date.now() - started) / 1000)} s  ${text}\n`);

/** The judged rows of one benchmark. One that breaks off is a row that misses, so that those after it are still measured. */
async function measured(name, bench) {
  const load = loadavg()[0].toFixed(1);
  progress(`${name} (load ${load} on ${availableParallelism()} processors before it)`);
  try {
    const rows = await bench((text) => progress(`${name}: ${text}`));
    return rows.map((row) => ({ ...judged(row), load }));
  } catch (error) {
    console.error(error);
    return [{ what: name, ours: 'broke off', met: 'no', load }];
  }
}

const rows = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (options.only !== undefined && options.only !== name) continue;
  const own = await measured(name, bench);
  rows.push(...own);
  if (options.json) continue;
  console.log();
  print(own);
}
if (options.json) console.log(JSON.stringify(rows, null, 2));
if (rows.some(({ met }) => met === 'no')) process.exitCode = 1;
