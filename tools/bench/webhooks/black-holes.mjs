// Half of 100 endpoints accept connections and never answer: how long do the deliveries of the other half take? In turns,
// with the black holes disabled and with a backlog of theirs under way.
import { hangingHalf } from './hanging-half.mjs';
import { Product } from '../product.mjs';
import { median, percentile, ratio } from '../statistics.mjs';
import {
  commitFacts,
  latestFact,
  organizationsWith,
  startReceiver,
  steadily,
  waitFor,
} from './webhook-load.mjs';

const HALF = 50;
const ROUNDS = 3;
const STEADY = { ratePerSec: 50, seconds: 10 };
/** Facts for each black hole before each round: more than it gets through meanwhile. */
const BACKLOG = 20;

async function setStatus(product, organizations, status) {
  for (const { key, endpointId } of organizations)
    await product.call('PATCH', `/api/v1/webhook-endpoints/${endpointId}`, key, { status });
}

/** In one process a fact stays in the outbox until every consumer is done with it. */
async function isFannedOut(database) {
  const { rows } = await database.query(
    'SELECT count(*)::int AS n FROM capture_requests.outbox WHERE published_at IS NULL',
  );
  return rows[0].n === 0;
}

export async function blackHoles(progress) {
  const healthy = await startReceiver();
  const black = await startReceiver(() => undefined);
  const product = await Product.start();
  try {
    const good = await organizationsWith(product, HALF, healthy.url);
    const bad = await organizationsWith(product, HALF, black.url);
    const measure = async () => percentile(await steadily(product, good, healthy, STEADY), 0.99);
    progress('warm-up');
    await measure();
    const database = await product.database();
    const template = await latestFact(database);
    const figures = { alone: [], beside: [] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await setStatus(product, bad, 'disabled');
      figures.alone.push(await measure());
      await setStatus(product, bad, 'enabled');
      const swallowed = black.latencies.length;
      await commitFacts(database, template, bad, HALF * BACKLOG);
      // Their receivers are what is measured, not the burst in which the facts themselves are taken in.
      await waitFor('the fan-out', () => isFannedOut(database));
      await waitFor('the black holes to hold theirs', () => black.latencies.length >= swallowed + HALF);
      figures.beside.push(await measure());
      progress(
        `round ${round} of ${ROUNDS}: p99 ${figures.alone.at(-1)} ms alone, ${figures.beside.at(-1)} ms beside`,
      );
    }
    const [alone, beside] = [median(figures.alone), median(figures.beside)];
    await setStatus(product, bad, 'disabled');
    return [
      {
        what: 'healthy p99 with 50 of 100 endpoints black-holed',
        ours: `${beside} ms`,
        peer: `without them ${alone} ms`,
        ratio: ratio(beside, alone),
        goal: '≤ 2',
        runs: ROUNDS,
      },
      ...(await hangingHalf(product, progress)),
    ];
  } finally {
    healthy.close();
    black.close();
    await product.remove();
  }
}
