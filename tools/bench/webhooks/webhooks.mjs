// Deliveries through the running product, recorded in its database, against a loop of the same signed POSTs that
// records nothing; how many a second it keeps up for a minute; and the time from a fact to its receipt.
import { createHmac, randomBytes } from 'node:crypto';
import { Agent } from 'undici';
import { Product } from '../product.mjs';
import { cpuOf } from '../src/processes.mjs';
import { inTurns, median, percentile, ratio } from '../statistics.mjs';
import {
  commitFacts,
  countRecorded,
  firstAttempts,
  latestFact,
  organizationsWith,
  startReceiver,
  steadily,
  waitFor,
} from './webhook-load.mjs';
import { sustainedRows } from './sustained.mjs';

/** One endpoint each. */
const ORGANIZATIONS = 100;
/** Of which so many get the batches: few, so that each endpoint's own limit counts. */
const ORGANIZATIONS_OF_BATCHES = 20;
const BATCH = 3_000;
const ROUNDS = 3;
const STEADY = { ratePerSec: 50, seconds: 20 };
const BUSY = { ratePerSec: 200, seconds: 10 };
/** Prompt answers after which an endpoint counts as proven, and one more. */
const PROOFS = 6;

/** Deliveries per second, from the commit of the facts until the last delivery is recorded as succeeded. */
async function deliver(database, receiver, template, organizations) {
  const before = await countRecorded(database);
  const received = receiver.latencies.length;
  const started = performance.now();
  await commitFacts(database, template, organizations, BATCH);
  // Counting rows loads the database: it starts once only the last of them can be missing.
  await waitFor('the receipts', () => receiver.latencies.length >= received + BATCH);
  await waitFor('the records', async () => (await countRecorded(database)) >= before + BATCH);
  return BATCH / ((performance.now() - started) / 1000);
}

/** POSTs per second of the same bodies, signed the same way. */
async function bareLoop(url, body) {
  const agent = new Agent({ connections: 16 });
  const secret = randomBytes(32);
  let left = BATCH;
  const started = performance.now();
  const post = async () => {
    while (left-- > 0) {
      const id = `evt_${randomBytes(13).toString('hex')}`;
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(at),
        'webhook-signature': `v1,${signature}`,
      };
      const answer = await agent.request({
        origin: new URL(url).origin,
        path: '/hooks',
        method: 'POST',
        headers,
        body,
      });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: 16 }, post));
  const perSec = BATCH / ((performance.now() - started) / 1000);
  await agent.close();
  return perSec;
}

async function latencyAt(load, product, organizations, receiver, goals) {
  let latencies = [];
  const since = new Date();
  const seconds = await cpuOf([process.pid], async () => {
    latencies = await steadily(product, organizations, receiver, load);
  });
  const { attempt, cpuMs, ...shares } = goals;
  const runs = latencies.length;
  const attempts = await firstAttempts(await product.database(), since, runs);
  return [
    {
      what: `fact to first attempt at ${load.ratePerSec} events/s, p99`,
      ours: `${Math.round(percentile(attempts, 0.99))} ms`,
      goal: attempt,
      runs,
    },
    ...Object.entries(shares).map(([share, goal]) => ({
      what: `fact to receipt at ${load.ratePerSec} events/s, p${Number(share) * 100}`,
      ours: `${percentile(latencies, Number(share))} ms`,
      goal,
      runs,
    })),
    ...(cpuMs === undefined
      ? []
      : [
          {
            what: `processor time of a request and its webhook at ${load.ratePerSec}/s, caller and receiver included`,
            ours: `${((seconds * 1000) / runs).toFixed(1)} ms`,
            goal: cpuMs,
            runs,
          },
        ]),
  ];
}

/** Every endpoint has to prove itself before it may have more than one attempt in flight. */
async function prove({ database, template, organizations, receiver }) {
  for (let round = 1; round <= PROOFS; round += 1) {
    const received = receiver.latencies.length;
    await commitFacts(database, template, organizations, organizations.length);
    await waitFor('the proofs', () => receiver.latencies.length >= received + organizations.length);
  }
}

async function measureBatches(context, receiver, progress) {
  const { database, template, organizations } = context;
  const contenders = {
    ours: () => deliver(database, receiver, template, organizations),
    bare: () => bareLoop(receiver.url, JSON.stringify({ ...template, timestamp: template.occurredAt })),
  };
  const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${text} deliveries/s`));
  const [ours, bare] = [median(figures.ours), median(figures.bare)];
  return {
    what: `webhook deliveries, batch of ${BATCH}`,
    ours: `${Math.round(ours)}/s recorded`,
    peer: `undici loop ${Math.round(bare)}/s`,
    ratio: ratio(ours, bare),
    // What 900/s are of a bare loop's 9,000.
    goal: '≥ 0.1',
    runs: ROUNDS,
  };
}

export async function webhooks(progress) {
  const receiver = await startReceiver();
  const product = await Product.start();
  try {
    progress(`${ORGANIZATIONS} organizations`);
    const organizations = await organizationsWith(product, ORGANIZATIONS, receiver.url);
    const few = organizations.slice(0, ORGANIZATIONS_OF_BATCHES);
    progress(`${STEADY.ratePerSec} events/s for twice ${STEADY.seconds} s`);
    // Of each load the first run warms up.
    await steadily(product, few, receiver, STEADY);
    const latency = await latencyAt(STEADY, product, few, receiver, {
      attempt: '≤ 500 ms',
      0.5: '≤ 50 ms',
      0.99: '≤ 500 ms',
    });
    const database = await product.database();
    const context = { database, template: await latestFact(database), organizations, receiver };
    await prove(context);
    progress(`${BUSY.ratePerSec} events/s for twice ${BUSY.seconds} s`);
    await steadily(product, organizations, receiver, BUSY);
    const busy = await latencyAt(BUSY, product, organizations, receiver, {
      attempt: '≤ 50 ms',
      0.99: '≤ 50 ms',
      cpuMs: '≤ 6 ms',
    });
    const batches = await measureBatches({ ...context, organizations: few }, receiver, progress);
    const sustained = await sustainedRows(context, progress);
    return [batches, ...sustained, ...latency, ...busy];
  } finally {
    receiver.close();
    await product.remove();
  }
}
