import type { TrackUpload } from '@capture/browser/room';
import { readableSize } from '../../recorder/copy/format.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { leftCopy, phaseCopy, trackName } from '../copy/room.copy.js';

interface UploadsProps {
  uploads: readonly TrackUpload[];
  onRetry: () => void;
}

/** What this device recorded, and how much of it the service has. */
export function Uploads({ uploads, onRetry }: UploadsProps) {
  const isSafe = uploads.every(({ phase }) => phase === 'done');
  const hasFailed = uploads.some(({ phase }) => phase === 'failed');
  return (
    <>
      <p className="safety" data-safe={isSafe || undefined}>
        {isSafe ? 'Everything is safe. You can close this tab.' : `Keep this tab open: ${leftCopy(uploads)}.`}
      </p>
      <ul className="tracks" aria-label="Your tracks">
        {uploads.map((upload) => (
          <Track key={upload.id} upload={upload} />
        ))}
      </ul>
      {hasFailed && (
        <Notice tone="alert" title="Something could not be sent">
          <p>
            It is safe on this device. Try again; if it happens again, open this page later in the same
            browser.
          </p>
          <div className="actions">
            <Button onClick={onRetry}>Send again</Button>
          </div>
        </Notice>
      )}
    </>
  );
}

function Track({ upload }: { upload: TrackUpload }) {
  const { phase, sentBytes, sizeBytes, id } = upload;
  const percent = Math.floor((sentBytes / sizeBytes) * 100);
  return (
    <li className="tracks__one" data-phase={phase}>
      <span id={`track-${id}`}>{trackName(upload)}</span>
      <progress className="bar" max={100} value={percent} aria-labelledby={`track-${id}`} />
      <span className="sending__figures">
        <span>{phaseCopy[phase]}</span>
        <span>
          {readableSize(sentBytes)} of {readableSize(sizeBytes)}
        </span>
      </span>
    </li>
  );
}
