import { describe, expect, it } from 'vitest';
import { allocate, freeCapacity, leftBehind, type Candidate } from './concurrency.model.js';

function candidate(endpointId: string, changes: Partial<Candidate> = {}): Candidate {
  return {
    endpointId,
    organizationId: endpointId,
    tier: 'fast',
    due: 4,
    inFlight: 0,
    organizationInFlight: 0,
    organizationStalled: 0,
    ...changes,
  };
}

const plenty = { total: 128, slow: 64 };
const shares = (...args: Parameters<typeof allocate>): Record<string, number> =>
  Object.fromEntries(allocate(...args));

describe('allocating capacity', () => {
  it('a proven endpoint gets up to four, a new or slow one gets one', () => {
    expect(shares([candidate('a'), candidate('b', { tier: 'slow' })], plenty)).toEqual({ a: 4, b: 1 });
  });

  it('what is in flight already counts', () => {
    const given = [
      candidate('a', { inFlight: 3 }),
      candidate('b', { tier: 'slow', inFlight: 1 }),
      candidate('c', { inFlight: 4 }),
    ];
    expect(shares(given, plenty)).toEqual({ a: 1 });
  });

  it('everybody gets a first before anybody gets a second', () => {
    expect(shares([candidate('a'), candidate('b'), candidate('c')], { total: 4, slow: 0 })).toEqual({
      a: 2,
      b: 1,
      c: 1,
    });
  });

  it('never takes more than is due', () => {
    expect(shares([candidate('a', { due: 2 })], plenty)).toEqual({ a: 2 });
  });

  it('the endpoints of an organization get more than one each up to sixteen together', () => {
    const given = Array.from({ length: 10 }, (_value, index) =>
      candidate(`e${index}`, { organizationId: 'one', organizationInFlight: 3 }),
    );
    const taken = [...allocate([...given, candidate('other')], plenty).entries()];
    expect(taken.filter(([id]) => id !== 'other').reduce((sum, [, n]) => sum + n, 0)).toBe(13);
    expect(Object.fromEntries(taken)['other']).toBe(4);
  });

  const organization = (count: number, changes: Partial<Candidate>): Candidate[] =>
    Array.from({ length: count }, (_value, index) =>
      candidate(`e${index}`, { organizationId: 'one', ...changes }),
    );
  const total = (candidates: Candidate[]): number =>
    [...allocate(candidates, plenty).values()].reduce((sum, one) => sum + one, 0);

  it('four more are kept for endpoints with none in flight: five that begin to hang delay none of the others', () => {
    // What five endpoints that hang have in flight once three events have come.
    const hanging = { inFlight: 3, organizationInFlight: 15 };
    const healthy = Array.from({ length: 5 }, (_value, index) =>
      candidate(`healthy${index}`, { organizationId: 'one', organizationInFlight: 15, due: 1 }),
    );
    const taken = shares([...organization(5, { ...hanging, due: 1 }), ...healthy], plenty);
    expect(taken).toEqual({ e0: 1, healthy0: 1, healthy1: 1, healthy2: 1, healthy3: 1 });
    expect(total(organization(30, {}))).toBe(20);
  });

  it('attempts that have stalled count into neither', () => {
    const stalled = { organizationInFlight: 20, organizationStalled: 20 };
    expect(total(organization(16, { ...stalled, due: 1 }))).toBe(16);
    expect(total(organization(5, { ...stalled, inFlight: 1 }))).toBe(12);
    const idle = candidate('idle', { organizationId: 'one', ...stalled, due: 1 });
    expect(shares([...organization(5, { ...stalled, inFlight: 1 }), idle], plenty)['idle']).toBe(1);
  });

  it('however many have stalled, an endpoint gets one; more than that only while the organization has fewer than 32', () => {
    const stalled = { organizationInFlight: 31, organizationStalled: 31 };
    expect(total(organization(5, { ...stalled, inFlight: 1 }))).toBe(1);
    const more = { organizationInFlight: 90, organizationStalled: 90 };
    expect(total(organization(5, { ...more, inFlight: 1 }))).toBe(0);
    expect(shares(organization(2, more), plenty)).toEqual({ e0: 1, e1: 1 });
  });

  it('the slow tier has at most its own capacity, whoever is first in line', () => {
    const slow = Array.from({ length: 100 }, (_value, index) => candidate(`s${index}`, { tier: 'slow' }));
    const taken = allocate([...slow, candidate('fast')], { total: 128, slow: 5 });
    expect([...taken.keys()].filter((id) => id.startsWith('s'))).toHaveLength(5);
    expect(taken.get('fast')).toBe(4);
  });
});

describe('free capacity', () => {
  it.each([
    [
      { fast: 0, slow: 0 },
      { total: 128, slow: 64 },
    ],
    [
      { fast: 0, slow: 64 },
      { total: 64, slow: 0 },
    ],
    [
      { fast: 100, slow: 20 },
      { total: 8, slow: 8 },
    ],
    [
      { fast: 128, slow: 0 },
      { total: 0, slow: 0 },
    ],
  ])('with %j in flight: %j', (inFlight, free) => {
    expect(freeCapacity(128, inFlight, Infinity)).toEqual(free);
  });

  it('is no more than may begin, for both tiers', () => {
    expect(freeCapacity(128, { fast: 0, slow: 0 }, 10)).toEqual({ total: 10, slow: 10 });
    expect(freeCapacity(128, { fast: 126, slow: 0 }, 10)).toEqual({ total: 2, slow: 2 });
  });

  it('a fast tier that has begun to hang leaves half of the capacity to the others', () => {
    expect(freeCapacity(128, { fast: 0, slow: 128 }, Infinity)).toEqual({ total: 64, slow: 0 });
    expect(freeCapacity(128, { fast: 10, slow: 500 }, Infinity)).toEqual({ total: 54, slow: 0 });
  });
});

describe('organizations that are left behind', () => {
  it('have more due than was taken; an endpoint at its own limit waits for an outcome instead', () => {
    const given = [
      candidate('taken', { due: 2 }),
      candidate('at-its-limit', { inFlight: 3 }),
      candidate('slow', { tier: 'slow' }),
      candidate('short', { due: 3 }),
      candidate('untouched'),
    ];
    const shares = new Map([
      ['taken', 2],
      ['at-its-limit', 1],
      ['slow', 1],
      ['short', 2],
    ]);
    expect(leftBehind(given, shares)).toEqual(['short', 'untouched']);
  });
});
