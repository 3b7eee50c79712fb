import { Logger } from '@nestjs/common';
import type { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { beforeAll, describe, expect, it } from 'vitest';
import { FRESH_HEALTH, type EndpointHealth } from '../../endpoints/endpoint.model.js';
import type { OrganizationWaker } from '../queue/organization-waker.js';
import type { Outcome, OutcomeRepository } from '../queue/outcome.repository.js';
import { OutcomeRecorder } from './outcome-recorder.js';

const NOW = new Date('2026-01-31T12:00:00Z');

function outcome(deliveryId: string): Outcome {
  const result = { status: 200, error: null, latencyMs: 1, responseBody: '', retryAfter: null };
  const ended = { at: NOW, endedAt: NOW, result, error: null, dueAt: null };
  return { deliveryId, leaseId: 'lease', attempt: 1, status: 'succeeded', ...ended };
}

/** What PostgreSQL says when a lock was not had in time. */
const LOCKED = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

/**
 * A recorder whose statements are kept; one that contains `spoilt` fails, one with `locked` waits too long for the row of its
 * organization, and the lease of `lost` is gone.
 */
function recorder(): { recorder: OutcomeRecorder; statements: string[][]; woken: string[] } {
  const statements: string[][] = [];
  const woken: string[] = [];
  const record = async (outcomes: readonly Outcome[]): Promise<Map<string, EndpointHealth>> => {
    const ids = outcomes.map(({ deliveryId }) => deliveryId);
    statements.push(ids);
    if (ids.includes('spoilt')) throw new Error('spoilt');
    if (ids.includes('locked')) throw LOCKED;
    return new Map(ids.filter((id) => id !== 'lost').map((id) => [id, FRESH_HEALTH]));
  };
  const database = {
    forEveryOrganization: (_reason: string, work: () => unknown) => work(),
  } as unknown as Database;
  const recordOnly = async (outcomes: readonly Outcome[]): Promise<object> => ({
    health: new Map(outcomes.map(({ deliveryId }) => [deliveryId, FRESH_HEALTH])),
    organizationIds: new Set(['owner']),
  });
  const rows = { record, recordOnly } as unknown as OutcomeRepository;
  const waker = { wake: (ids: Iterable<string>) => woken.push(...ids) } as unknown as OrganizationWaker;
  return { recorder: new OutcomeRecorder(database, rows, waker, new Clock()), statements, woken };
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

  it('rows of an organization that stay locked keep none from being recorded; organizations are woken later', async () => {
    const { recorder: outcomes, statements, woken } = recorder();
    const heard = await Promise.all(['a', 'locked'].map((id) => outcomes.record(outcome(id))));
    expect(heard).toEqual([FRESH_HEALTH, FRESH_HEALTH]);
    expect(statements).toEqual([['a', 'locked']]);
    expect(woken).toEqual(['owner']);
  });

  it('one that cannot be recorded spoils no other', async () => {
    const { recorder: outcomes } = recorder();
    const settled = await Promise.allSettled(['a', 'spoilt', 'b'].map((id) => outcomes.record(outcome(id))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
