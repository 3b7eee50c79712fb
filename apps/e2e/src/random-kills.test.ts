import { repeat, SEED, soak } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from './clip.js';
import { Integrator } from './integrator.js';
import { MODE, Product } from './product.js';
import { reconcileEvents, reconcileObjects, settled } from './reconcile.js';
import { recovered, strike, VICTIMS } from './victims.js';

const KILLS_A_ROUND = 10;
/** 200 kills in a soak. A start of the single process takes longer than one of a service. */
const ROUNDS = soak(20, MODE === 'standalone' ? 1 : 2);
const ROUND_LIMIT_MS = 300_000;
const ORGANIZATIONS = 3;
/** One in so many kills takes two processes at once. */
const DOUBLE_SHARE = 0.15;
const LONGEST_PAUSE_MS = 1_000;
const SETTINGS = {
  // Budgets are not what is tested, and a client that repeats itself uses many.
  CAPTURE_BUDGET_READ: '100000',
  CAPTURE_BUDGET_WRITE: '100000',
  CAPTURE_BUDGET_CAPABILITY: '100000',
  // Built by the set-up of the suite; a restart is to be that of the product alone.
  CAPTURE_SKIP_BUILD: '1',
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Kill {
  victims: string;
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
    const slowest = kills.find(({ backMs }) => backMs === times.at(-1))?.victims;
    process.stdout.write(
      `59, ${MODE}: ${kills.length} kills, back after ${times[times.length >> 1]} ms in the median, ${times.at(-1)} ms at most (${slowest})\n`,
    );
  });

  async function killOnce(random: () => number): Promise<void> {
    await pause(random() * LONGEST_PAUSE_MS);
    const draw = (): string => VICTIMS[Math.floor(random() * VICTIMS.length)] ?? '';
    const victims = random() < DOUBLE_SHARE ? new Set([draw(), draw()]) : new Set([draw()]);
    const since = performance.now();
    // PostgreSQL first: a start of the single process waits for it.
    for (const victim of [...victims].sort()) await strike(product, victim);
    await recovered(product);
    kills.push({ victims: [...victims].join(' and '), backMs: Math.round(performance.now() - since) });
  }

  async function round(index: number, random: () => number): Promise<void> {
    const names = Array.from({ length: ORGANIZATIONS }, (_name, each) => `Round ${index}, ${each}`);
    const integrators = await Promise.all(names.map((name) => Integrator.settle(product, clip, name)));
    let over = false;
    const load = Promise.all(
      integrators.map(async (who) => {
        while (!over) await who.story();
      }),
    );
    const failure = load.catch((error: unknown) => ({ error }));
    for (let kill = 0; kill < KILLS_A_ROUND; kill += 1) await killOnce(random);
    over = true;
    await failure;
    await load;
    await settled(product);
    let repeated = 0;
    for (const who of integrators) {
      repeated += await reconcileEvents(who);
      await reconcileObjects(who);
      await who.receiver.stop();
    }
    const facts = integrators.flatMap((who) => who.facts).length;
    expect(facts).toBeGreaterThan(0);
    process.stdout.write(
      `round ${index + 1}: ${facts} facts, none lost or doubled; ${repeated} deliveries repeated\n`,
    );
  }

  it(
    `loses and doubles nothing in ${ROUNDS * KILLS_A_ROUND} kills: objects, footage, usage, events and deliveries are what was acknowledged`,
    () => repeat('rounds of ten kills', ROUNDS, round),
    ROUNDS * ROUND_LIMIT_MS,
  );
});
