import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Receiver } from '../fixtures/receiver.js';
import { SharedDatabase } from '../fixtures/webhooks-process.js';
import { closedEvent } from '../fixtures/webhooks-under-test.js';

/** What hangs is given up long after the test: only slots that are given back early can serve the others. */
const SETTINGS = { CAPTURE_WEBHOOK_TIMEOUT_MS: '60000', CAPTURE_WEBHOOK_LEASE_MS: '90000' };
/** Longer than a hanging attempt takes to count as slow. */
const OBSERVED_MS = 4_000;
/** More than a hanging endpoint may have attempts in flight: those that wait for them would wait until the end. */
const EVENTS = 20;

describe('endpoints of one organization that begin to hang', () => {
  let database: SharedDatabase;
  let [steady, turning]: Receiver[] = [];

  beforeEach(async () => {
    database = await SharedDatabase.start(inject('postgresAdminUrl'));
    [steady, turning] = [await Receiver.start(), await Receiver.start()];
  });
  afterEach(async () => {
    await database.close();
    await Promise.all([steady?.stop(), turning?.stop()]);
  });

  /** Two processes, and an organization whose endpoints, `half` at each receiver, have all answered promptly three times. */
  async function proven(half: number): Promise<string> {
    const [one] = await Promise.all([database.process(SETTINGS), database.process(SETTINGS)]);
    const { organizationId } = await one.endpoint(`${steady?.url}?0`);
    const add = (url: string) => one.call(organizationId, 'POST', '', { url });
    for (let index = 1; index < half; index += 1) await add(`${steady?.url}?${index}`);
    for (let index = 0; index < half; index += 1) await add(`${turning?.url}?${index}`);
    for (let proof = 1; proof <= 3; proof += 1) {
      await database.state([closedEvent(organizationId)]);
      await until('every endpoint to answer', async () => {
        const [row] = await database.sql<{ n: number }>(
          'SELECT count(*)::int AS n FROM endpoint WHERE prompt_streak >= $1',
          [proof],
        );
        return row?.n === 2 * half;
      });
    }
    return organizationId;
  }

  /** States an event and waits until every steady endpoint has received it. */
  async function delivered(organizationId: string, half: number): Promise<void> {
    const event = closedEvent(organizationId);
    await database.state([event]);
    await until(
      'its receipts',
      () => steady?.requests.filter(({ headers }) => headers['webhook-id'] === event.id).length === half,
    );
  }

  it.each([5, 17])(
    'half of its proven endpoints hang, %i of them: the healthy half receives every event while none of those attempts has been given up (scenario 87)',
    async (half) => {
      const organizationId = await proven(half);
      const before = turning?.requests.length ?? 0;
      let givenUp = 0;
      if (turning) turning.respond = (_request, response) => void response.on('close', () => (givenUp += 1));
      const began = performance.now();
      for (let events = 0; events < EVENTS || performance.now() - began < OBSERVED_MS; events += 1) {
        await delivered(organizationId, half);
        expect(givenUp).toBe(0);
      }
      const hanging = (turning?.requests.length ?? 0) - before;
      // Each holds one, and together they hold no more than a few further ones.
      expect(hanging).toBeGreaterThanOrEqual(half);
      expect(hanging).toBeLessThanOrEqual(32 + half);
    },
  );
});
