/** The common timeline of a recording's tracks. Times on it are milliseconds after the earliest track's beginning. */

export interface Span {
  startMs: number;
  endMs: number;
}

/** What the recording says of a track, of which its place follows. */
export interface TimedTrack {
  id: string;
  takeNumber: number | null;
  durationSec: number | null;
  startOffsetMs: number | null;
  driftPpm: number | null;
  gaps: readonly { atMs: number; durationMs: number }[];
}

/** Where a track lies on the timeline. */
export interface Lane extends Span {
  id: string;
  takeNumber: number | null;
  /** How many milliseconds of the room one millisecond of the file lasted: 1 when its clock did not drift. */
  scale: number;
  gaps: readonly Span[];
}

/** Where a track's file stands at an instant of the timeline. */
export interface Place {
  /** Seconds into the file, never outside it. */
  mediaSec: number;
  isWithin: boolean;
}

/** How a file that plays gets back to where it should be. */
export type Correction = { kind: 'jump'; mediaSec: number } | { kind: 'rate'; rate: number };

const PPM = 1_000_000;
/** From here on a file jumps: catching up would be heard for too long. */
const JUMP_SEC = 0.3;
/** Below this a file plays as it is: players tell their time no better. */
const TOLERATED_SEC = 0.02;
/** How much of what is missing is caught up in a second, and the most by which a file is sped up or slowed down. */
const CATCH_UP = 0.5;
const MOST_RATE_CHANGE = 0.1;

/** A track whose length is not known yet lies nowhere; one whose start was never measured begins with the recording. */
export function lanesOf(tracks: readonly TimedTrack[]): Lane[] {
  return tracks.flatMap(({ id, takeNumber, durationSec, startOffsetMs, driftPpm, gaps }) => {
    if (durationSec === null) return [];
    const startMs = startOffsetMs ?? 0;
    const scale = 1 - (driftPpm ?? 0) / PPM;
    const endMs = startMs + durationSec * 1000 * scale;
    const at = (mediaMs: number): number => Math.min(endMs, startMs + mediaMs * scale);
    const spans = gaps.map(({ atMs, durationMs }) => ({ startMs: at(atMs), endMs: at(atMs + durationMs) }));
    return [{ id, takeNumber, startMs, endMs, scale, gaps: spans }];
  });
}

export function totalMsOf(lanes: readonly Lane[]): number {
  return Math.max(0, ...lanes.map(({ endMs }) => endMs));
}

export function placeAt({ startMs, endMs, scale }: Lane, timeMs: number): Place {
  const inside = Math.min(Math.max(timeMs, startMs), endMs);
  return { mediaSec: (inside - startMs) / scale / 1000, isWithin: timeMs >= startMs && timeMs < endMs };
}

/** The take that is shown at an instant: the latest that has begun, before the first one that. */
export function takeAt(lanes: readonly Lane[], timeMs: number): number | null {
  const inOrder = [...lanes].sort((one, other) => one.startMs - other.startMs);
  const begun = inOrder.filter(({ startMs }) => startMs <= timeMs);
  return (begun.at(-1) ?? inOrder[0])?.takeNumber ?? null;
}

/** What a file that plays at `actualSec` does to be at `place`. */
export function correctionOf({ scale }: Lane, place: Place, actualSec: number): Correction {
  const missing = place.mediaSec - actualSec;
  if (Math.abs(missing) >= JUMP_SEC) return { kind: 'jump', mediaSec: place.mediaSec };
  const wanted = Math.abs(missing) < TOLERATED_SEC ? 0 : missing * CATCH_UP;
  const change = Math.min(MOST_RATE_CHANGE, Math.max(-MOST_RATE_CHANGE, wanted));
  return { kind: 'rate', rate: (1 + change) / scale };
}
