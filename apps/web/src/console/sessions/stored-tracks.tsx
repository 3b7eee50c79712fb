import { readableSize } from '../../recorder/copy/format.js';
import { recordingCopy } from '../copy/recordings.copy.js';
import { storedCopy as copy } from '../copy/sessions.copy.js';
import { More } from '../shell/more.js';
import { Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { listTracks, sessionKeys, type Session, type StoredTrack } from './sessions-api.js';

/** How often it is asked how far everything is: devices send for days after the end. */
const REFRESH_MS = { open: 5_000, over: 30_000 };

/** How much of what devices recorded the server has. */
export function StoredTracks({ session }: { session: Session }) {
  const refreshMs = session.status === 'open' ? REFRESH_MS.open : REFRESH_MS.over;
  const {
    list,
    problem,
    items: tracks,
  } = usePages(sessionKeys.tracks(session.id), (cursor) => listTracks(session.id, cursor), { refreshMs });
  const names = new Map(
    session.participants.map(({ participantId, displayName }) => [participantId, displayName]),
  );
  return (
    <section className="panel" aria-label={copy.title}>
      <h2>{copy.title}</h2>
      {list.isPending && <Loading />}
      <Problem error={problem} onRetry={() => void list.refetch()} />
      {tracks?.length === 0 && <p>{copy.empty}</p>}
      <ul className="console-list">
        {tracks?.map((track) => (
          <li key={track.id} className="console-row">
            <span className="console-row__title">
              {recordingCopy.track(
                names.get(track.participantId) ?? copy.unknown,
                recordingCopy.kinds[track.kind],
                track.takeNumber,
              )}
            </span>
            <span className="hint">{figures(track)}</span>
          </li>
        ))}
      </ul>
      <More pages={list} />
    </section>
  );
}

function figures({ state, storedBytes, sizeBytes }: StoredTrack): string {
  const stored = readableSize(storedBytes);
  const size = state === 'completed' ? stored : copy.of(stored, readableSize(sizeBytes));
  return `${copy.states[state]} · ${size}`;
}
