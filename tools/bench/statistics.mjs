/** The middle value; of an even number, the mean of the two in the middle. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that `share` of all do not exceed. */
export function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

/**
 * Runs every contender in turns (A B A B …), so that whatever else the machine does meets all of them; the first rounds
 * warm up and do not count.
 * @param {Record<string, (counts: boolean) => Promise<number>>} contenders by name; each resolves with one figure
 * @param {number} warmUps rounds that do not count
 * @returns {Promise<Record<string, number[]>>} the figures of every counted run
 */
export async function inTurns(rounds, contenders, progress, warmUps = 1) {
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(contenders)) {
      const figure = await run(round > 0);
      if (round > 0) figures[name].push(figure);
      progress(
        `${round <= 0 ? 'warm-up' : `round ${round} of ${rounds}`}, ${name}: ${figure.toPrecision(3)}`,
      );
    }
  }
  return figures;
}

export const ratio = (ours, peer) => (ours / peer).toFixed(2);
