import { Button } from '../../ui/button.js';
import { CarryLink } from '../../ui/carry-link.js';
import { pageCopy } from '../copy/room.copy.js';
import type { RoomController } from '../flow/room.controller.js';
import type { RoomSnapshot } from '../flow/room.snapshot.js';
import type { PageKind } from '../flow/room.phase.js';
import { StoredTracks } from './stored-tracks.js';
import { hasUploads, Uploads } from '../screens/uploads.js';
import { afterCopy, stageCopy } from '../copy/screens.copy.js';

interface ClosingPageProps {
  page: PageKind;
  /** The link with its token, to be copied into another browser. */
  link: string | null;
  snapshot?: RoomSnapshot;
  controller?: RoomController;
}

/** Pages after which trying again may help. */
const WORTH_RELOADING: readonly PageKind[] = ['full', 'paused', 'replaced', 'unreachable'];

/** A page that ends the visit: says why, what can still be done, and how far the uploads are. */
export function ClosingPage({ page, link, snapshot, controller }: ClosingPageProps) {
  const { title, body } = pageCopy[page];
  return (
    <article className="panel panel--alone">
      <h1 tabIndex={-1} data-focus-home>
        {title}
      </h1>
      {body.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {(page === 'unsupported' || page === 'keeps_nothing') && link && <CarryLink link={link} />}
      {controller && snapshot && hasUploads(snapshot) && (
        <>
          <h2>{stageCopy.recorded}</h2>
          <Uploads snapshot={snapshot} onRetry={() => controller.retryUploads()} />
        </>
      )}
      {page === 'closed' && controller?.hostedSession && (
        <StoredTracks sessionId={controller.hostedSession} />
      )}
      {WORTH_RELOADING.includes(page) && (
        <div className="actions">
          <Button look="primary" onClick={() => location.reload()}>
            {afterCopy.again}
          </Button>
        </div>
      )}
    </article>
  );
}
