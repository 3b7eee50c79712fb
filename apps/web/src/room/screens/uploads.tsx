import type { TrackUpload } from '@capture/browser/room';
import { readableSize } from '../../recorder/copy/format.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { phaseCopy } from '../copy/room.copy.js';
import { leftCopy, trackName } from '../copy/room-words.js';
import { isPending, isRecordingStill } from '../flow/is-pending.js';
import type { RoomSnapshot } from '../flow/room.snapshot.js';
import { sizeCopy } from '../../recorder/copy/question.copy.js';
import { uploadsCopy as copy } from '../copy/screens.copy.js';

interface UploadsProps {
  snapshot: Pick<RoomSnapshot, 'room' | 'uploads'>;
  onRetry: () => void;
}

/** Whether this device has recorded something, which may not be among the uploads yet. */
export function hasUploads({ room, uploads }: UploadsProps['snapshot']): boolean {
  return uploads.length > 0 || isRecordingStill(room);
}

/** What this device recorded, and how much of it the service has. */
export function Uploads({ snapshot, onRetry }: UploadsProps) {
  const { room, uploads } = snapshot;
  const isUnfinished = isRecordingStill(room);
  const isSafe = !isUnfinished && !uploads.some(isPending);
  const hasFailed = uploads.some(({ phase }) => phase === 'failed');
  return (
    <>
      <p className="safety" data-safe={isSafe || undefined}>
        {isSafe ? copy.safe : isUnfinished ? copy.unfinished : copy.keepOpen(leftCopy(uploads))}
      </p>
      {uploads.length > 0 && (
        <ul className="tracks" aria-label={copy.tracks}>
          {uploads.map((upload) => (
            <Track key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {hasFailed && (
        <Notice tone="alert" title={copy.failed}>
          <p>{copy.failedHint}</p>
          <div className="actions">
            <Button onClick={onRetry}>{copy.again}</Button>
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
        <span>{sizeCopy.of(readableSize(sentBytes), readableSize(sizeBytes))}</span>
      </span>
    </li>
  );
}
