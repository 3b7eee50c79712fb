import { Link } from 'wouter';
import { formatDuration, formatTime } from '../copy/format.js';
import { recordingsCopy as copy } from '../copy/recordings.copy.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { Empty, FailedPage, Loading } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { Poster } from './poster/poster.js';
import { listRecordings, recordingKeys, type ListedRecording } from './recordings-api.js';
import '../styles/poster.css';

/** The library: every recording of the organization, newest first. */
export function Recordings() {
  const { list, items: recordings } = usePages(recordingKeys.list, listRecordings);
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page title={copy.title}>
      {!recordings && <Loading />}
      {recordings?.length === 0 && (
        <Empty title={copy.empty}>
          <p>{copy.emptyHint}</p>
        </Empty>
      )}
      <ul className="console-list">
        {recordings?.map((recording) => (
          <Row key={recording.id} recording={recording} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}

function Row({ recording }: { recording: ListedRecording }) {
  const { id, createdAt, status, durationSec, tracks } = recording;
  return (
    <li className="console-row console-row--pictured">
      <Poster recordingId={id} of={hasPicture(recording) ? 'picture' : 'sound'} />
      <div className="console-row__text">
        <Link className="console-row__title" href={`/recordings/${id}`}>
          {copy.name(formatTime(createdAt))}
        </Link>
        <span className="hint">
          {originOf(recording)} · {copy.statuses[status]}
        </span>
        <span className="hint">
          {copy.tracks(tracks.length)}
          {durationSec !== null && ` · ${formatDuration(durationSec)}`} · {id}
        </span>
      </div>
    </li>
  );
}

function originOf({ sessionId, captureRequestId }: ListedRecording): string {
  if (sessionId !== null) return copy.ofSession;
  return captureRequestId === null ? copy.ofNothing : copy.ofRequest;
}

/** Before anything has arrived it is taken for a picture, as most are. */
function hasPicture({ tracks }: ListedRecording): boolean {
  return tracks.length === 0 || tracks.some(({ kind }) => kind !== 'microphone');
}
