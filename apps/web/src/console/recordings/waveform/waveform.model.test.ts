import { describe, expect, it } from 'vitest';
import { columnAt, COLUMNS, momentsOf, outlineOf, raise } from './waveform.model.js';

const heardSec = (durationSec: number) =>
  momentsOf(durationSec).reduce((sum, { fromSec, toSec }) => sum + toSec - fromSec, 0);

describe('a waveform', () => {
  it('listens to all of a short track, and to no more of a long one, however long', () => {
    expect(heardSec(20)).toBeCloseTo(20);
    expect(heardSec(7_200)).toBeCloseTo(40);
    expect(heardSec(36_000)).toBeCloseTo(40);
  });

  it.each([0.5, 20, 7_200])('has a moment in every column of a track of %s seconds', (durationSec) => {
    const columns = momentsOf(durationSec).map(({ fromSec, toSec }) =>
      columnAt((fromSec + toSec) / 2, durationSec),
    );
    expect(columns).toEqual(Array.from({ length: COLUMNS }, (_unused, column) => column));
  });

  it('takes the loudest sample of either sign, and draws silence flat and full level to the edges', () => {
    const levels = [0, 0, 0];
    raise(levels, { samples: Float32Array.of(0.25, -0.5, 0.125), atSec: 0, sampleRate: 1000 }, 400);
    raise(levels, { samples: Float32Array.of(-3), atSec: 2, sampleRate: 1000 }, 400);
    expect(levels).toEqual([0.5, 0, 1]);
    expect(outlineOf([0, 1], { x: 100, width: 20, height: 10 })).toBe(
      'M100.00 5.00H110.00V5.00H100.00ZM110.00 0.00H120.00V10.00H110.00Z',
    );
  });

  it('spreads a packet over the columns that it lasts for, as those of a short track do', () => {
    const levels = [0, 0, 0, 0];
    raise(levels, { samples: Float32Array.of(0.5, 0.25, 0.125, 0), atSec: 0, sampleRate: 4 }, 100);
    expect(levels).toEqual([0.5, 0.25, 0.125, 0]);
  });

  it('puts what lies outside of the track into its first or last column', () => {
    expect([columnAt(-1, 10), columnAt(10, 10), columnAt(11, 10)]).toEqual([0, COLUMNS - 1, COLUMNS - 1]);
  });
});
