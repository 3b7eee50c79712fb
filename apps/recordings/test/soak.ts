/** Repetitions of a proof: `full` under SOAK_SCALE=1, a tenth of it in an ordinary run. */
export function soak(full: number): number {
  return Math.max(1, Math.ceil(full * Number(process.env['SOAK_SCALE'] ?? 0.1)));
}

/** Numbers from 0 up to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
