import { Button } from '../../ui/button.js';
import type { RoomController } from '../flow/room.controller.js';
import type { RoomSnapshot } from '../flow/room.snapshot.js';
import { StoredTracks } from './stored-tracks.js';
import { hasUploads, Uploads } from '../screens/uploads.js';
import { afterCopy as copy } from '../copy/screens.copy.js';

interface AfterProps {
  reason: 'ended' | 'left';
  snapshot: RoomSnapshot;
  controller: RoomController;
}

/** The room is over for this person: what they recorded is sent, and they see when it is safe to go. */
export function After({ reason, snapshot, controller }: AfterProps) {
  return (
    <article className="panel panel--alone">
      <h1 tabIndex={-1} data-focus-home>
        {reason === 'ended' ? copy.ended : copy.left}
      </h1>
      {hasUploads(snapshot) ? (
        <Uploads snapshot={snapshot} onRetry={() => controller.retryUploads()} />
      ) : (
        <p>{copy.nothing}</p>
      )}
      {controller.hostedSession && <StoredTracks sessionId={controller.hostedSession} />}
      {reason === 'left' && (
        <div className="actions">
          <Button onClick={() => controller.comeBack()}>{copy.comeBack}</Button>
        </div>
      )}
    </article>
  );
}
