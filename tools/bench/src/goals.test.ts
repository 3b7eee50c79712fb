import { describe, expect, it } from 'vitest';
import { judged } from './goals.mjs';

const ROW = { what: 'reads', ours: '512/s recorded, never below 400/s', ratio: '0.54' };

describe('the goal of a benchmark', () => {
  it.each([
    ['≥ 0.5', 'yes'],
    ['≥ 0.55', 'no'],
    ['≤ 0.54', 'yes'],
    ['≤ 0.5', 'no'],
    ['≥ 300/s', 'yes'],
    ['≥ 600/s', 'no'],
  ])('%s is met: %s', (goal, met) => {
    expect(judged({ ...ROW, goal }).met).toBe(met);
  });

  it.each([undefined, '', '0.9', 'fast', '≥ 500 ms'])('%s is none that could be missed', (goal) => {
    expect(() => judged({ ...ROW, ...(goal === undefined ? {} : { goal }) })).toThrow(/goal/);
  });

  it('can be points out of a hundred', () => {
    const row = { what: 'landing: seo', ours: '94 points', goal: '≥ 95 points' };
    expect(judged(row).met).toBe('no');
    expect(judged({ ...row, ours: '95 points' }).met).toBe('yes');
  });

  it('can be memory', () => {
    const row = { what: 'an idle instance', goal: '≤ 250 MiB' };
    expect(judged({ ...row, ours: '249 MiB' }).met).toBe('yes');
    expect(judged({ ...row, ours: '251 MiB' }).met).toBe('no');
  });

  it('needs the figure that it is about', () => {
    expect(() => judged({ what: 'reads', ours: '512/s', goal: '≥ 0.5' })).toThrow('no figure');
  });
});
