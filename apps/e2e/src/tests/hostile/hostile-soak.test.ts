import { SEED, seeded, soak, tell } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostileCaller, targetsOf } from '../../harness/fuzzing/hostile-caller.js';
import { hostileText } from '../../harness/fuzzing/hostile-random.js';
import { LoopMeter } from '../../harness/preloads/loop-meter.js';
import { MODE, Product } from '../../harness/processes/product.js';

const DURATION_MS = soak(600_000);
const MAX_TURN_MS = 50;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 3;
/** Code is compiled and pools are filled by then. */
const WARM = 0.2;

describe(`hostile bodies at random on every route for ${DURATION_MS / 1000} s (seed ${SEED}; ${MODE})`, async () => {
  const meter = await LoopMeter.create();
  const product = await Product.start({ ...meter.env, CAPTURE_BUDGET_FAILURES: '100000' });
  const targets = await targetsOf(product.baseUrl);
  let caller: HostileCaller;

  beforeAll(async () => {
    caller = await HostileCaller.create(product.credentials);
  });
  afterAll(async () => {
    await caller.close();
    await product.remove();
    await meter.remove();
  });

  it(
    'break nothing, hold no event loop for 50 ms and leave no memory behind (scenario 75)',
    async () => {
      const broken: unknown[] = [];
      const begin = performance.now();
      let warm: Map<string, number> | undefined;
      for (let index = 0; performance.now() - begin < DURATION_MS; index += 1) {
        const passed = performance.now() - begin;
        if (!warm && passed > WARM * DURATION_MS) warm = await meter.memory();
        const random = seeded(SEED + index);
        const target = targets[index % targets.length];
        if (!target) throw new Error('no operation');
        const text = hostileText(random, target.document, target.operation);
        let turnMs = Number.POSITIVE_INFINITY;
        for (let attempt = 0; attempt < ATTEMPTS && turnMs > MAX_TURN_MS; attempt += 1) {
          await meter.longest();
          const { status, bytes } = await caller.send(target, text);
          turnMs = Math.min(turnMs, (await meter.longest()).longestTurnMs);
          if (status >= 500 || bytes > MAX_ANSWER_BYTES)
            broken.push({ index, route: target.name, status, bytes, text: text.slice(0, 200) });
        }
        if (turnMs > MAX_TURN_MS)
          broken.push({ index, route: target.name, turnMs, text: text.slice(0, 200) });
        tell('seconds of hostile bodies', Math.min(passed, DURATION_MS) / 1000, DURATION_MS / 1000);
      }
      expect(broken).toEqual([]);
      for (const [app, bytes] of await meter.memory())
        expect([app, bytes - (warm?.get(app) ?? 0)]).toEqual([
          app,
          expect.toSatisfy((grown: number) => grown < MAX_GROWTH_BYTES),
        ]);
    },
    DURATION_MS + 300_000,
  );
});
