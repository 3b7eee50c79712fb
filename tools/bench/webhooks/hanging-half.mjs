// Five of ten proven endpoints of one organization begin to hang: how late does the slowest delivery to the healthy five
// come? An attempt holds its slot until it counts as stalled, so that is when it would be latest.
import { median, ratio } from '../statistics.mjs';
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

/** The slowest delivery to the healthy half, in ms: before the others begin to hang, and from then on. */
async function round(product) {
  let hangs = false;
  const healthy = await startReceiver();
  const turning = await startReceiver((response) => hangs || response.end());
  const { organization, clear } = await organizationWith(product, healthy, turning);
  // Every event comes to each of the five.
  const slowest = async () => {
    const received = healthy.latencies.length;
    const events = STEADY.ratePerSec * STEADY.seconds;
    await steadily(product, [organization], healthy, STEADY);
    await waitFor('the receipts', () => healthy.latencies.length >= received + EACH * events);
    return Math.max(...healthy.latencies.slice(received));
  };
  try {
    await steadily(product, [organization], healthy, { ratePerSec: 2, seconds: PROOFS / 2 });
    await waitFor('the proofs', () =>
      [healthy, turning].every(({ latencies }) => latencies.length >= EACH * PROOFS),
    );
    const before = await slowest();
    hangs = true;
    return { before, beside: await slowest() };
  } finally {
    await clear();
    healthy.close();
    turning.close();
  }
}

/** Row of an instance that is running. */
export async function hangingHalf(product, progress) {
  const figures = [];
  for (let number = 1; number <= ROUNDS; number += 1) {
    figures.push(await round(product));
    const { before, beside } = figures.at(-1);
    progress(`round ${number} of ${ROUNDS}: slowest ${beside} ms beside five that hang, ${before} ms before`);
  }
  const most = Math.max(...figures.map(({ beside }) => beside));
  const before = median(figures.map((one) => one.before));
  return {
    what: 'slowest delivery to 5 of 10 endpoints of one organization, the others beginning to hang',
    ours: `${most} ms`,
    peer: `before ${before} ms`,
    ratio: ratio(most, before),
    goal: '≤ 2000 ms',
    runs: ROUNDS,
  };
}
