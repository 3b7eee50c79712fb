// Deliveries through the running product, recorded in its database, against a loop of the same signed POSTs that
// records nothing; how many a second it keeps up for a minute; and the time from a fact to its receipt.
import { createHmac, randomBytes } from 'node:crypto';
import { Agent } from 'undici';
import { pause, Product } from '../product.mjs';
import { inTurns, median, percentile, ratio } from '../statistics.mjs';
import {
  commitFacts,
  countRecorded,
  latestFact,
  organizationsWith,
  startReceiver,
  steadily,
  waitFor,
} from './webhook-load.mjs';

const ORGANIZATIONS = 20;
const BATCH = 3_000;
const ROUNDS = 3;
const STEADY = { ratePerSec: 50, seconds: 20 };
const SUSTAINED_SEC = 60;
/** Facts that wait for their delivery all the while: enough that nothing ever idles, few enough to be no flood. */
const WAITING = 2_000;
const LOOK_EVERY_MS = 500;
const WINDOW_MS = 10_000;

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

/** Deliveries recorded per second while facts never run out: over the whole time, and in its slowest ten seconds. */
async function sustain(database, receiver, template, organizations) {
  const received = receiver.latencies.length;
  const before = await countRecorded(database);
  const started = performance.now();
  const receipts = [];
  let committed = 0;
  while (performance.now() - started < SUSTAINED_SEC * 1000) {
    const done = receiver.latencies.length - received;
    receipts.push({ at: performance.now(), done });
    const short = WAITING - (committed - done);
    if (short > 0) {
      await commitFacts(database, template, organizations, short);
      committed += short;
    }
    await pause(LOOK_EVERY_MS);
  }
  const recorded = (await countRecorded(database)) - before;
  const perSec = recorded / ((performance.now() - started) / 1000);
  await waitFor('what is left', () => receiver.latencies.length >= received + committed);
  const windows = receipts.flatMap((from) => {
    const to = receipts.find(({ at }) => at >= from.at + WINDOW_MS);
    return to ? [((to.done - from.done) * 1000) / (to.at - from.at)] : [];
  });
  return { perSec, slowest: Math.min(...windows) };
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

async function measureLatency(product, organizations, receiver) {
  // The first run warms up: every endpoint has to prove itself.
  await steadily(product, organizations, receiver, STEADY);
  const latencies = await steadily(product, organizations, receiver, STEADY);
  const what = `fact to receipt at ${STEADY.ratePerSec} events/s`;
  const row = (share, goal) => ({
    what: `${what}, p${share * 100}`,
    ours: `${percentile(latencies, share)} ms`,
    goal,
    runs: latencies.length,
  });
  return [row(0.5, '≤ 50 ms'), row(0.99, '≤ 500 ms')];
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
    // What 300/s are of a bare loop's 9,200.
    goal: '≥ 0.03',
    runs: ROUNDS,
  };
}

export async function webhooks(progress) {
  const receiver = await startReceiver();
  const product = await Product.start();
  try {
    const organizations = await organizationsWith(product, ORGANIZATIONS, receiver.url);
    progress(`${STEADY.ratePerSec} events/s for twice ${STEADY.seconds} s`);
    const latency = await measureLatency(product, organizations, receiver);
    const database = await product.database();
    const context = { database, template: await latestFact(database), organizations };
    const batches = await measureBatches(context, receiver, progress);
    progress(`as fast as it can for ${SUSTAINED_SEC} s`);
    const { perSec, slowest } = await sustain(database, receiver, context.template, organizations);
    const sustained = {
      what: `webhook deliveries, ${SUSTAINED_SEC} s on end`,
      ours: `${Math.round(perSec)}/s recorded, never below ${Math.round(slowest)}/s for 10 s`,
      goal: '≥ 300/s',
      runs: 1,
    };
    return [batches, sustained, ...latency];
  } finally {
    receiver.close();
    await product.remove();
  }
}
