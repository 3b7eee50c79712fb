import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { formatDuration, formatTime } from '../copy/format.js';
import { deleteRecordingCopy, recordingCopy as copy, recordingsCopy } from '../copy/recordings.copy.js';
import { useRefreshMs } from '../api/live.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading } from '../shell/states.js';
import { DeletedRecording, DeleteRecording } from './delete-recording.js';
import { Player } from './player/player.js';
import { readNames, readRecording, recordingKeys, type Receipt, type Recording } from './recordings-api.js';
import { trackNames } from './track-names.js';
import { Tracks } from './tracks.js';
import '../styles/recordings.css';

/** How often a recording is asked for that is still arriving, where the server does not tell of it. */
const REFRESH_MS = 10_000;

/** One recording: played on one timeline, its tracks with what proves them, and its end. */
export function RecordingPage({ id }: { id: string }) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const refreshMs = useRefreshMs(REFRESH_MS);
  const { data, error, refetch } = useQuery({
    queryKey: recordingKeys.one(id),
    queryFn: () => readRecording(id),
    enabled: receipt === null,
    refetchInterval: ({ state }) => (state.data?.status === 'partial' ? refreshMs : false),
  });
  if (receipt) return <DeletedRecording receipt={receipt} />;
  if (data) return <Opened recording={data} onDeleted={setReceipt} />;
  return error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function Opened({ recording, onDeleted }: { recording: Recording; onDeleted: (receipt: Receipt) => void }) {
  const mayDelete = useRight('recordings.manage');
  const [isDeleting, setDeleting] = useState(false);
  const people = useQuery({
    queryKey: [...recordingKeys.names(recording.id), recording.tracks.length],
    queryFn: () => readNames(recording),
    // Whoever cannot be named is called by what they were: a room is deleted before what was recorded in it.
    retry: false,
  });
  const names = trackNames(recording.tracks, people.data);
  return (
    <Page title={recordingsCopy.name(formatTime(recording.createdAt))}>
      <p>
        <Link href="/recordings">{copy.back}</Link>
      </p>
      <Facts recording={recording} />
      <Player recording={recording} names={names} />
      <Tracks recording={recording} names={names} />
      {mayDelete && !isDeleting && (
        <div className="actions">
          <Button onClick={() => setDeleting(true)}>{deleteRecordingCopy.title}</Button>
        </div>
      )}
      {mayDelete && isDeleting && (
        <DeleteRecording id={recording.id} onDeleted={onDeleted} onCancel={() => setDeleting(false)} />
      )}
    </Page>
  );
}

function playableOf({ tracks }: Recording): string[] {
  return tracks.flatMap(({ id, state }) => (state === 'available' ? [id] : []));
}

function Facts({ recording }: { recording: Recording }) {
  const { status, durationSec, expectedTrackCount, retentionExpiresAt, captureRequestId, sessionId } =
    recording;
  return (
    <section className="panel" aria-label={copy.about}>
      <p className="hint">
        {recordingsCopy.statuses[status]}
        {durationSec !== null && ` · ${formatDuration(durationSec)}`} · {recording.id}
      </p>
      {status === 'partial' && (
        <p role="status">{copy.arrived(playableOf(recording).length, expectedTrackCount)}</p>
      )}
      {retentionExpiresAt !== null && <p className="hint">{copy.kept(formatTime(retentionExpiresAt))}</p>}
      {captureRequestId !== null && (
        <p>
          <Link href={`/requests/${captureRequestId}`}>{copy.request}</Link>
        </p>
      )}
      {sessionId !== null && (
        <p>
          <Link href={`/sessions/${sessionId}`}>{copy.session}</Link>
        </p>
      )}
    </section>
  );
}
