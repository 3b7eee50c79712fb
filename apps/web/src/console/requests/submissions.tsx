import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { submissionsCopy as copy } from '../copy/requests.copy.js';
import { formatDuration, formatTime } from '../copy/format.js';
import { ExportList } from '../export/export-list.js';
import { useRefreshMs } from '../api/live.js';
import { Poster } from '../recordings/poster/poster.js';
import { More } from '../shell/more.js';
import { Loading, Problem } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import {
  listSubmissions,
  playbackUrl,
  requestKeys,
  type CaptureRequest,
  type Submission,
} from './requests-api.js';
import { SUBMISSION_FORMATS } from './submission-formats.js';
import { SubmissionFiles } from './submission-files.js';
import '../styles/poster.css';

/** How often an open request is asked for what has come, where the server does not tell of it. */
const REFRESH_MS = 10_000;
/** The most of a page: a file is read by fewer calls. */
const PAGE_SIZE = 100;

/** What came back. */
export function Submissions({ request }: { request: CaptureRequest }) {
  const id = useId();
  const refreshMs = useRefreshMs(REFRESH_MS);
  const {
    list,
    problem,
    items: submissions,
  } = usePages(
    requestKeys.submissions(request.id),
    (cursor) => listSubmissions(request.id, cursor),
    request.status === 'active' ? { refreshMs } : {},
  );
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      {list.isPending && <Loading />}
      <Problem error={problem} onRetry={() => void list.refetch()} />
      {submissions?.length === 0 && <p>{copy.empty}</p>}
      <ul className="console-list">
        {submissions?.map((submission) => (
          <Row key={submission.id} requestId={request.id} submission={submission} />
        ))}
      </ul>
      <More pages={list} />
      {submissions && submissions.length > 0 && (
        <ExportList
          read={(cursor) => listSubmissions(request.id, cursor, PAGE_SIZE)}
          formats={SUBMISSION_FORMATS}
        />
      )}
    </section>
  );
}

function Row({ requestId, submission }: { requestId: string; submission: Submission }) {
  const { displayName, durationSec, createdAt, consent, recordingId } = submission;
  return (
    <li className="console-row console-row--pictured">
      {recordingId !== null && <Poster recordingId={recordingId} of="picture" />}
      <div className="console-row__text">
        <span className="console-row__title">{displayName}</span>
        <span className="hint">
          {formatDuration(durationSec)} · {formatTime(createdAt)}
        </span>
        {consent && (
          <details>
            <summary>{copy.consent}</summary>
            <p className="console-prompt">{consent.text}</p>
            <p className="hint">{copy.consentBy(consent.subjectName, formatTime(consent.acceptedAt))}</p>
          </details>
        )}
        {recordingId === null ? (
          <p className="hint">{copy.gone}</p>
        ) : (
          <>
            <Player recordingId={recordingId} name={displayName} />
            <p>
              <Link href={`/recordings/${recordingId}`}>{copy.page(displayName)}</Link>
            </p>
          </>
        )}
        <SubmissionFiles requestId={requestId} submission={submission} />
      </div>
    </li>
  );
}

/** Asks for a URL when it is to be played: it works for a short while only. */
function Player({ recordingId, name }: { recordingId: string; name: string }) {
  const [hasLapsed, setLapsed] = useState(false);
  const play = useMutation({ mutationFn: () => playbackUrl(recordingId), gcTime: 0 });
  const start = () => {
    setLapsed(false);
    play.mutate();
  };
  if (play.data && !hasLapsed) {
    return (
      <video
        {...{
          className: 'console-player',
          src: play.data,
          controls: true,
          autoPlay: true,
          playsInline: true,
        }}
        aria-label={copy.playing(name)}
        onError={() => setLapsed(true)}
        ref={takeFocus}
      />
    );
  }
  return (
    <>
      <Problem error={play.error} />
      {(hasLapsed || play.data === null) && (
        <Notice tone="warn">
          <p>{hasLapsed ? copy.lapsed : copy.notReady}</p>
        </Notice>
      )}
      <div className="actions">
        <Button small aria-disabled={play.isPending} onClick={start}>
          {copy.play(name)}
        </Button>
      </div>
    </>
  );
}

/** The button that was pressed has given way to the player. */
function takeFocus(player: HTMLVideoElement | null): void {
  player?.focus();
}
