import { recordingCopy as copy } from '../copy/recordings.copy.js';
import type { Track } from './recordings-api.js';

/** What each track is called, by its id: whose it is, what it shows, and of which take. */
export function trackNames(
  tracks: readonly Track[],
  people: ReadonlyMap<string | null, string> = new Map(),
): ReadonlyMap<string, string> {
  const hasTakes = tracks.some(({ takeNumber }) => takeNumber !== null && takeNumber > 1);
  return new Map(
    tracks.map(({ id, participantId, isGuest, kind, takeNumber }) => {
      const role = participantId === null ? copy.respondent : isGuest ? copy.guest : copy.host;
      const person = people.get(participantId) ?? role;
      return [id, copy.track(person, copy.kinds[kind], hasTakes ? takeNumber : null)];
    }),
  );
}
