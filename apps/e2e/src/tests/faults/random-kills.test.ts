import { repeat, SEED, soak } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from '../../harness/clip.js';
import { Integrator } from '../../harness/organizations/integrator.js';
import { reconcileEvents, reconcileObjects, settled } from '../../harness/organizations/reconcile.js';
import { recovered, crash, PROCESSES } from '../../harness/processes/crashes.js';
import { MODE, Product } from '../../harness/processes/product.js';

const KILLS_A_ROUND = 10;
/** 200 kills in a soak. The single process takes longer to start than a service. */
const ROUNDS = soak(20, MODE === 'standalone' ? 1 : 2);
const ROUND_LIMIT_MS = 300_000;
const ORGANIZATIONS = 3;
/** Share of kills that hit two processes at once. */
const DOUBLE_SHARE = 0.15;
const LONGEST_PAUSE_MS = 1_000;
const SETTINGS = {
  // Budgets are not tested here, and retries use many requests.
  CAPTURE_BUDGET_READ: '100000',
  CAPTURE_BUDGET_WRITE: '100000',
  CAPTURE_BUDGET_CAPABILITY: '100000',
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Kill {
  processes: string;
  backMs: number;
}

describe(`kill -9 of any process at any time under load (scenarios 19, 20, 23, 29, 59; seed ${SEED}; ${MODE})`, () => {
  let product: Product;
  let clip: Buffer;
  const kills: Kill[] = [];

  beforeAll(async () => {
    clip = await makeClip(1);
    product = await Product.start(SETTINGS);
  });

  afterAll(async () => {
    await product.remove();
    const times = kills.map(({ backMs }) => backMs).sort((a, b) => a - b);
    const slowest = kills.find(({ backMs }) => backMs === times.at(-1))?.processes;
    process.stdout.write(
      `59, ${MODE}: ${kills.length} kills, back after ${times[times.length >> 1]} ms in the median, ${times.at(-1)} ms at most (${slowest})\n`,
    );
  });

  async function killOnce(random: () => number): Promise<void> {
    await pause(random() * LONGEST_PAUSE_MS);
    const draw = (): string => PROCESSES[Math.floor(random() * PROCESSES.length)] ?? '';
    const processes = random() < DOUBLE_SHARE ? new Set([draw(), draw()]) : new Set([draw()]);
    const since = performance.now();
    // PostgreSQL first: the single process waits for it when it starts.
    for (const name of [...processes].sort()) await crash(product, name);
    await recovered(product);
    kills.push({ processes: [...processes].join(' and '), backMs: Math.round(performance.now() - since) });
  }

  async function round(index: number, random: () => number): Promise<void> {
    const names = Array.from({ length: ORGANIZATIONS }, (_name, each) => `Round ${index}, ${each}`);
    const integrators = await Promise.all(names.map((name) => Integrator.create(product, clip, name)));
    let over = false;
    const load = Promise.all(
      integrators.map(async (integrator) => {
        while (!over) await integrator.runRequest();
      }),
    );
    const failure = load.catch((error: unknown) => ({ error }));
    for (let kill = 0; kill < KILLS_A_ROUND; kill += 1) await killOnce(random);
    over = true;
    await failure;
    await load;
    await settled(product);
    let repeated = 0;
    for (const integrator of integrators) {
      repeated += await reconcileEvents(integrator);
      await reconcileObjects(integrator);
      await integrator.receiver.stop();
    }
    const events = integrators.flatMap((integrator) => integrator.expectedEvents).length;
    expect(events).toBeGreaterThan(0);
    process.stdout.write(
      `round ${index + 1}: ${events} events, none lost or duplicated; ${repeated} deliveries repeated\n`,
    );
  }

  it(
    `loses and duplicates nothing in ${ROUNDS * KILLS_A_ROUND} kills: objects, media, usage, events and deliveries match what was acknowledged`,
    () => repeat('rounds of ten kills', ROUNDS, round),
    ROUNDS * ROUND_LIMIT_MS,
  );
});
