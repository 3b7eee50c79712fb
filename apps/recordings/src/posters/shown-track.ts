/** What a recording's picture depends on. */
interface Candidate {
  kind: string;
  state: string;
  /** Pixels; null for sound alone and for what nobody could read. */
  width: number | null;
}

/** The track whose picture stands for a recording: a person rather than a screen, and of those the first. */
export function shownOf<T extends Candidate>(tracks: readonly T[]): T | undefined {
  const pictures = tracks.filter(({ state, width }) => state === 'available' && width !== null);
  return pictures.find(({ kind }) => kind === 'camera') ?? pictures[0];
}
