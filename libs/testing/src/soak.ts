import { readFileSync, writeFileSync } from 'node:fs';

const SCALE = Number(process.env['SOAK_SCALE'] ?? '0.1');
const MIX = 0x6d2b79f5;

/** Decides everything random in a proof. SOAK_SEED repeats a run; without it every run has a seed of its own. */
export const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);

/**
 * Repetitions of a proof: `full` of them in `npm run test:soak` (SOAK_SCALE=1), `ordinary`, by default a
 * tenth, in `npm test`.
 */
export function soak(full: number, ordinary = full / 10): number {
  return SCALE >= 1 ? full : Math.max(1, Math.round(ordinary * SCALE * 10));
}

/** Numbers from 0 up to 1 that are the same whenever the seed is the same (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + MIX) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Repetitions that are done, by the name of what a proof repeats; `of` is how many there are. */
type Progress = Record<string, { done: number; of: number }>;

function readProgress(file: string): Progress {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Progress;
  } catch {
    return {};
  }
}

/** Reports a proof's progress to `npm run test:soak`, through the file that SOAK_PROGRESS names. */
export function tell(what: string, done: number, of: number): void {
  const file = process.env['SOAK_PROGRESS'];
  if (file !== undefined)
    writeFileSync(file, JSON.stringify({ ...readProgress(file), [what]: { done, of } }));
}

/**
 * Repeats `step` `count` times, one after another, each with random numbers of its own. When an interrupted soak is
 * resumed, it continues from its last report: steps must not depend on each other.
 */
export async function repeat(
  what: string,
  count: number,
  step: (index: number, random: () => number) => Promise<void>,
): Promise<void> {
  const file = process.env['SOAK_PROGRESS'];
  const before = file === undefined ? undefined : readProgress(file)[what];
  for (let index = before?.of === count ? before.done : 0; index < count; index += 1) {
    await step(index, seeded(SEED + index * MIX));
    tell(what, index + 1, count);
  }
}
