import { readableSize } from '../../recorder/copy/format.js';
import { takeTrackName } from '../copy/room.copy.js';
import { useStoredTracks, type StoredTrack } from './use-stored-tracks.js';

/** What everybody recorded, for the host: how much of it the service has, also long after the end. */
export function StoredTracks({ sessionId }: { sessionId: string }) {
  const stored = useStoredTracks(sessionId);
  if (!stored || stored.tracks.length === 0) return null;
  const { tracks, names } = stored;
  const onTheirWay = tracks.filter(({ state }) => state === 'open').length;
  return (
    <section aria-labelledby="stored-tracks">
      <h2 id="stored-tracks">Everybody’s recordings</h2>
      <p className="safety" data-safe={onTheirWay === 0 || undefined} role="status">
        {summary(tracks.length, onTheirWay)}
      </p>
      <ul className="everybody" aria-labelledby="stored-tracks">
        {tracks.map((track) => (
          <li key={track.id}>
            <span>
              {names.get(track.participantId) ?? 'Somebody'} · {takeTrackName(track)}
            </span>
            <span>{figures(track)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function summary(all: number, onTheirWay: number): string {
  if (onTheirWay === 0)
    return 'Nothing of it is on the way any more. A device that was offline is listed when it is back.';
  const devices = 'Devices send while their page is open and online, for up to 14 days.';
  return `${onTheirWay} of ${all} on the way. ${devices}`;
}

function figures({ state, storedBytes, sizeBytes }: StoredTrack): string {
  if (state === 'completed') return `${readableSize(storedBytes)}, all stored`;
  const stored = `${readableSize(storedBytes)} of at least ${readableSize(sizeBytes)} stored`;
  return state === 'aborted' ? `Given up: ${stored}` : stored;
}
