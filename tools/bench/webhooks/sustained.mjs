// How many deliveries a second the product records while facts never run out, and what a thousand of them cost: with facts
// that come in large transactions, and with each in one of its own.
import { cpuOf } from '../src/processes.mjs';
import { pause } from '../product.mjs';
import { commitFacts, countRecorded, waitFor } from './webhook-load.mjs';

const SUSTAINED_SEC = 60;
/** Facts that wait for their delivery all the while: enough that nothing ever idles, few enough to be no flood. */
const WAITING = 4_000;
const LOOK_EVERY_MS = 500;
const WINDOW_MS = 10_000;

const SINGLE_SEC = 20;
const SINGLE_WAITING = 600;
/** Connections over which single facts are committed; the benchmark's pool has no more. */
const SENDERS = 2;

/** Fewest receipts per second in any ten seconds. */
function slowestOf(receipts) {
  const windows = receipts.flatMap((from) => {
    const to = receipts.find(({ at }) => at >= from.at + WINDOW_MS);
    return to ? [((to.done - from.done) * 1000) / (to.at - from.at)] : [];
  });
  return Math.min(...windows);
}

/** Deliveries recorded per second of `work`, and processor time per 1,000 of everything: sender, receiver and databases too. */
async function measured({ database, receiver }, work) {
  const before = await countRecorded(database);
  const received = receiver.latencies.length;
  const started = performance.now();
  let recorded = 0;
  let perSec = 0;
  let committed = 0;
  const seconds = await cpuOf([process.pid], async () => {
    committed = await work(() => receiver.latencies.length - received, started);
    recorded = (await countRecorded(database)) - before;
    perSec = (recorded * 1000) / (performance.now() - started);
  });
  await waitFor('what is left', () => receiver.latencies.length >= received + committed);
  return { perSec, cpu: (seconds * 1000) / recorded };
}

/** Facts in transactions as large as the room that deliveries have made. */
export async function sustain(context, seconds = SUSTAINED_SEC) {
  const { database, template, organizations } = context;
  /** Deliveries that a fact becomes. */
  const each = context.endpointsEach ?? 1;
  const receipts = [];
  const figures = await measured(context, async (done, started) => {
    let committed = 0;
    while (performance.now() - started < seconds * 1000) {
      receipts.push({ at: performance.now(), done: done() });
      const short = Math.floor((WAITING - (committed - done())) / each);
      if (short > 0) await commitFacts(database, template, organizations, short);
      committed += Math.max(0, short) * each;
      await pause(LOOK_EVERY_MS);
    }
    return committed;
  });
  return { ...figures, slowest: slowestOf(receipts) };
}

/** Each fact in a transaction of its own. */
function sustainSingly(context) {
  const { database, template, organizations } = context;
  return measured(context, async (done, started) => {
    let committed = 0;
    const send = async () => {
      while (performance.now() - started < SINGLE_SEC * 1000) {
        if (committed - done() >= SINGLE_WAITING) await pause(5);
        else await commitFacts(database, template, [organizations[committed++ % organizations.length]], 1);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
    return committed;
  });
}

/** Rows of the table. */
export async function sustainedRows(context, progress) {
  progress(`as fast as it can for ${SUSTAINED_SEC} s`);
  const { perSec, slowest, cpu } = await sustain(context);
  progress(`the same with single facts for ${SINGLE_SEC} s`);
  const single = await sustainSingly(context);
  const what = `webhook deliveries, ${SUSTAINED_SEC} s on end`;
  return [
    { what, ours: `${Math.round(perSec)}/s recorded`, goal: '≥ 2500/s', runs: 1 },
    { what: `${what}: the slowest 10 s`, ours: `${Math.round(slowest)}/s`, goal: '≥ 2000/s', runs: 1 },
    {
      what: `${what}: processor time of 1,000, receiver included`,
      ours: `${cpu.toFixed(2)} s`,
      goal: '≤ 0.7 s',
      runs: 1,
    },
    {
      what: 'webhook deliveries, each fact in a transaction of its own',
      ours: `${Math.round(single.perSec)}/s recorded`,
      goal: '≥ 800/s',
      runs: 1,
    },
  ];
}
