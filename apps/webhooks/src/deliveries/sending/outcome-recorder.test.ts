import { Logger } from '@nestjs/common';
import type { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { beforeAll, describe, expect, it } from 'vitest';
import { FRESH_HEALTH, type EndpointHealth } from '../../endpoints/endpoint.model.js';
import type { Outcome, OutcomeRepository } from '../queue/outcome.repository.js';
import { OutcomeRecorder } from './outcome-recorder.js';

const NOW = new Date('2026-01-31T12:00:00Z');

function outcome(deliveryId: string): Outcome {
  const result = { status: 200, error: null, latencyMs: 1, responseBody: '', retryAfter: null };
  const ended = { at: NOW, endedAt: NOW, result, error: null, dueAt: null };
  return { deliveryId, leaseId: 'lease', attempt: 1, status: 'succeeded', ...ended };
}

/** A recorder whose statements are kept; one that contains `spoilt` fails, and the lease of `lost` is gone. */
function recorder(): { recorder: OutcomeRecorder; statements: string[][] } {
  const statements: string[][] = [];
  const record = async (outcomes: readonly Outcome[]): Promise<Map<string, EndpointHealth>> => {
    const ids = outcomes.map(({ deliveryId }) => deliveryId);
    statements.push(ids);
    if (ids.includes('spoilt')) throw new Error('spoilt');
    return new Map(ids.filter((id) => id !== 'lost').map((id) => [id, FRESH_HEALTH]));
  };
  const database = {
    forEveryOrganization: (_reason: string, work: () => unknown) => work(),
  } as unknown as Database;
  return {
    recorder: new OutcomeRecorder(database, { record } as unknown as OutcomeRepository, new Clock()),
    statements,
  };
}

describe('recording outcomes', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('those that end together, and those that end during a statement, are recorded in one', async () => {
    const { recorder: outcomes, statements } = recorder();
    const first = [outcomes.record(outcome('a')), outcomes.record(outcome('b'))];
    await Promise.race(first);
    await Promise.all([...first, outcomes.record(outcome('c')), outcomes.record(outcome('d'))]);
    expect(statements).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('each hears of its own endpoint, and one whose lease was lost of none', async () => {
    const { recorder: outcomes } = recorder();
    const heard = await Promise.all(['a', 'lost'].map((id) => outcomes.record(outcome(id))));
    expect(heard).toEqual([FRESH_HEALTH, undefined]);
  });

  it('one that cannot be recorded spoils no other', async () => {
    const { recorder: outcomes } = recorder();
    const settled = await Promise.allSettled(['a', 'spoilt', 'b'].map((id) => outcomes.record(outcome(id))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
