// Five of ten proven endpoints of one organization begin to hang: how late do deliveries to the healthy five come? An attempt
// holds its slot until it counts as stalled, so that is when the slowest would be latest.
import { median, percentile, ratio } from '../statistics.mjs';
import { startReceiver, steadily, waitFor } from './webhook-load.mjs';

const EACH = 5;
const ROUNDS = 3;
const STEADY = { ratePerSec: 10, seconds: 8 };
/** Prompt answers after which an endpoint counts as proven; more, as the last one may still be being recorded. */
const PROOFS = 6;

/** An organization with five endpoints at each of two receivers, and the way to take them away. */
async function organizationWith(product, healthy, turning) {
  const organization = await product.organization();
  const endpoints = [];
  for (const { url } of Array.from({ length: EACH }, () => [healthy, turning]).flat())
    endpoints.push(await product.call('POST', '/api/v1/webhook-endpoints', organization.key, { url }));
  // One after another: each waits for attempts that still hang.
  const clear = async () => {
    for (const { id } of endpoints)
      await product.call('DELETE', `/api/v1/webhook-endpoints/${id}`, organization.key);
  };
  return { organization, clear };
}

/** Deliveries to the healthy half, in ms: before the others begin to hang, and from then on. */
async function round(product) {
  let hangs = false;
  const healthy = await startReceiver();
  const turning = await startReceiver((response) => hangs || response.end());
  const { organization, clear } = await organizationWith(product, healthy, turning);
  // Every event comes to each of the five.
  const latencies = async () => {
    const received = healthy.latencies.length;
    const events = STEADY.ratePerSec * STEADY.seconds;
    await steadily(product, [organization], healthy, STEADY);
    await waitFor('the receipts', () => healthy.latencies.length >= received + EACH * events);
    return healthy.latencies.slice(received);
  };
  try {
    await steadily(product, [organization], healthy, { ratePerSec: 2, seconds: PROOFS / 2 });
    await waitFor('the proofs', () =>
      [healthy, turning].every(({ latencies }) => latencies.length >= EACH * PROOFS),
    );
    const before = await latencies();
    hangs = true;
    return { before, beside: await latencies() };
  } finally {
    await clear();
    healthy.close();
    turning.close();
  }
}

/** Rows of an instance that is running. */
export async function hangingHalf(product, progress) {
  const rounds = [];
  for (let number = 1; number <= ROUNDS; number += 1) {
    const { before, beside } = await round(product);
    const figures = {
      before: Math.max(...before),
      beside: Math.max(...beside),
      p99: percentile(beside, 0.99),
    };
    rounds.push(figures);
    progress(
      `round ${number} of ${ROUNDS}: slowest ${figures.beside} ms and p99 ${figures.p99} ms beside five that hang, slowest ${figures.before} ms before`,
    );
  }
  const most = Math.max(...rounds.map(({ beside }) => beside));
  const before = median(rounds.map((one) => one.before));
  const what = 'to 5 of 10 endpoints of one organization, the others beginning to hang';
  return [
    {
      what: `slowest delivery ${what}`,
      ours: `${most} ms`,
      peer: `before ${before} ms`,
      ratio: ratio(most, before),
      goal: '≤ 2000 ms',
      runs: ROUNDS,
    },
    {
      what: `deliveries ${what}, p99`,
      ours: `${median(rounds.map(({ p99 }) => p99))} ms`,
      goal: '≤ 100 ms',
      runs: ROUNDS,
    },
  ];
}
