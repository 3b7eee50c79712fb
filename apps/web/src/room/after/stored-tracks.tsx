import { readableSize } from '../../recorder/copy/format.js';
import { takeTrackName } from '../copy/room-words.js';
import { useStoredTracks, type StoredTrack } from './use-stored-tracks.js';
import { storedTracksCopy as copy } from '../copy/screens.copy.js';

/** What everybody recorded, for the host: how much of it the service has, also long after the end. */
export function StoredTracks({ sessionId }: { sessionId: string }) {
  const stored = useStoredTracks(sessionId);
  if (!stored || stored.tracks.length === 0) return null;
  const { tracks, names } = stored;
  const onTheirWay = tracks.filter(({ state }) => state === 'open').length;
  return (
    <section aria-labelledby="stored-tracks">
      <h2 id="stored-tracks">{copy.title}</h2>
      <p className="safety" data-safe={onTheirWay === 0 || undefined} role="status">
        {summary(tracks.length, onTheirWay)}
      </p>
      <ul className="everybody" aria-labelledby="stored-tracks">
        {tracks.map((track) => (
          <li key={track.id}>
            <span>
              <bdi>{names.get(track.participantId) ?? copy.somebody}</bdi> · {takeTrackName(track)}
            </span>
            <span>{figures(track)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function summary(all: number, onTheirWay: number): string {
  return onTheirWay === 0 ? copy.complete : copy.onTheirWay(onTheirWay, all);
}

function figures({ state, storedBytes, sizeBytes }: StoredTrack): string {
  if (state === 'completed') return copy.stored(readableSize(storedBytes));
  const stored = copy.partly(readableSize(storedBytes), readableSize(sizeBytes));
  return state === 'aborted' ? copy.givenUp(stored) : stored;
}
