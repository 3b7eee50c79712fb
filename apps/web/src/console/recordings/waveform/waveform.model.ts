/** How many columns a waveform has, however long its track is: so much, and no more, is read of a file. */
export const COLUMNS = 400;
/** The most of a column that is listened to. A longer column is sampled. */
const MOST_SEC = 0.1;

/** A part of a file, in seconds. */
export interface Moment {
  fromSec: number;
  toSec: number;
}

/** What is listened to of a file of so many seconds: all of a short one, the beginning of each column of a long one. */
export function momentsOf(durationSec: number): Moment[] {
  const columnSec = durationSec / COLUMNS;
  return Array.from({ length: COLUMNS }, (_unused, column) => {
    const fromSec = column * columnSec;
    return { fromSec, toSec: fromSec + Math.min(columnSec, MOST_SEC) };
  });
}

/** The column of an instant of the file. */
export function columnAt(atSec: number, durationSec: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((atSec / durationSec) * COLUMNS)));
}

interface Heard {
  samples: Float32Array;
  /** Where the samples begin in the file. */
  atSec: number;
  sampleRate: number;
}

/** Raises the levels of the columns that samples lie in to the loudest of them, from 0 to 1. Samples may span several columns. */
export function raise(levels: number[], { samples, atSec, sampleRate }: Heard, durationSec: number): void {
  samples.forEach((sample, index) => {
    const column = columnAt(atSec + index / sampleRate, durationSec);
    levels[column] = Math.min(1, Math.max(levels[column] ?? 0, Math.abs(sample)));
  });
}

/**
 * The outline of a waveform as the `d` of an SVG path, mirrored at half of `height`. Heights are the square roots of the levels, so
 * that quiet speech is seen as well.
 * @param levels from 0 to 1, one a column
 */
export function outlineOf(
  levels: ArrayLike<number>,
  { x, width, height }: { x: number; width: number; height: number },
): string {
  const middle = height / 2;
  const step = width / levels.length;
  const bars = Array.from(levels, (level, column) => {
    const half = Math.sqrt(level) * middle;
    const left = x + column * step;
    const [top, bottom] = [(middle - half).toFixed(2), (middle + half).toFixed(2)];
    return `M${left.toFixed(2)} ${top}H${(left + step).toFixed(2)}V${bottom}H${left.toFixed(2)}Z`;
  });
  return bars.join('');
}
