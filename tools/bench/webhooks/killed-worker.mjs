// One of two processes of the webhooks service is killed with kill -9 in the midst of deliveries: how soon does the other one
// take over what was in flight, and how much of it comes twice? Distributed; at a steady rate, and with a backlog.
import { AddedProcess } from '@capture/testing';
import { pause, Product } from '../product.mjs';
import {
  commitFacts,
  latestFact,
  organizationsWith,
  startReceiver,
  steadily,
  waitFor,
} from './webhook-load.mjs';

const ORGANIZATIONS = 100;
const BACKLOG = 20_000;
const AT_ONCE = 20;
const ROUNDS = 3;

/** A receiver that notes when each event came, by its id. */
async function startNotingReceiver() {
  const receipts = new Map();
  const receiver = await startReceiver((response, id) => {
    receipts.set(id, [...(receipts.get(id) ?? []), performance.now()]);
    response.end();
  });
  return { ...receiver, receipts };
}

async function workersOf(database) {
  const { rows } = await database.query('SELECT count(*)::int AS n FROM webhooks.worker');
  return rows[0].n;
}

/** 1,000 facts a second, a few at a time, until the process is taken over. Returns how many. */
async function commitSteadily(database, template, organizations, takenOver) {
  const started = performance.now();
  let committed = 0;
  for (; !takenOver.aborted; committed += AT_ONCE) {
    const first = committed % organizations.length;
    await commitFacts(database, template, organizations.slice(first, first + AT_ONCE), AT_ONCE);
    await pause(Math.max(0, started + committed + AT_ONCE - performance.now()));
  }
  return committed;
}

/** How facts come, and when the process is killed. `commit` returns how many there are. */
const SITUATIONS = [
  {
    name: 'at 1,000 a second',
    mostTwice: 128,
    commit: commitSteadily,
    // In the midst of a few.
    killAfter: 5_000 + AT_ONCE / 2,
  },
  {
    name: 'with 20,000 waiting',
    // What a process may have in flight.
    mostTwice: 512,
    commit: async (database, template, organizations) => {
      await commitFacts(database, template, organizations, BACKLOG);
      return BACKLOG;
    },
    killAfter: BACKLOG / 2,
  },
];

/** Kills the added process once `killAfter` facts were received. Every fact is received, or this throws. */
async function round(product, receiver, organizations, { commit, killAfter }, progress) {
  const database = await product.database();
  const template = await latestFact(database);
  const doomed = await AddedProcess.start(product.dataDir, 'webhooks');
  const known = receiver.receipts.size;
  const takenOver = new AbortController();
  const committing = commit(database, template, organizations, takenOver.signal);
  await waitFor('the moment to kill', () => receiver.receipts.size >= known + killAfter);
  const killedAt = performance.now();
  process.kill(doomed.pid, 'SIGKILL');
  await waitFor('the take-over', async () => (await workersOf(database)) === 1);
  const freedAt = performance.now();
  takenOver.abort();
  const facts = await committing;
  await waitFor('every fact', () => receiver.receipts.size >= known + facts);
  await waitFor('every outcome', async () => {
    const { rows } = await database.query('SELECT 1 FROM webhooks.queue_item LIMIT 1');
    return rows.length === 0;
  });
  const repeats = [...receiver.receipts.values()].slice(known).flatMap(([, ...again]) => again);
  // What was freed waits its turn like all that is due: what had been sent comes again a little later.
  const afterSec = (Math.max(freedAt, ...repeats) - killedAt) / 1000;
  progress(`${repeats.length} of ${facts} came twice, taken over ${afterSec.toFixed(1)} s after the kill`);
  return { twice: repeats.length, afterSec };
}

async function rowsOf(situation, product, receiver, organizations, progress) {
  const rounds = [];
  for (let number = 1; number <= ROUNDS; number += 1) {
    const tell = (text) => progress(`${situation.name}, round ${number} of ${ROUNDS}: ${text}`);
    rounds.push(await round(product, receiver, organizations, situation, tell));
  }
  return [
    {
      what: `one of two processes of webhooks is killed ${situation.name}, distributed: sent twice`,
      ours: `${Math.max(...rounds.map(({ twice }) => twice))} deliveries`,
      goal: `≤ ${situation.mostTwice} deliveries`,
      runs: ROUNDS,
    },
    {
      what: `the same: until the other one has taken over`,
      ours: `${Math.max(...rounds.map(({ afterSec }) => afterSec)).toFixed(1)} s`,
      goal: '≤ 8 s',
      runs: ROUNDS,
    },
  ];
}

export async function killedWorker(progress) {
  const receiver = await startNotingReceiver();
  const product = await Product.start('distributed');
  try {
    const organizations = await organizationsWith(product, ORGANIZATIONS, receiver.url);
    await steadily(product, organizations, receiver, { ratePerSec: 20, seconds: 15 });
    const rows = [];
    for (const situation of SITUATIONS)
      rows.push(...(await rowsOf(situation, product, receiver, organizations, progress)));
    return rows;
  } finally {
    receiver.close();
    await product.remove();
  }
}
