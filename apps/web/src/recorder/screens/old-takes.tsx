import type { StrandedTake } from '@capture/browser';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { readableMoment, readableSize, spokenLength } from '../copy/format.js';
import type { RecorderController } from '../flow/recorder.controller.js';

interface OldTakesProps {
  takes: StrandedTake[];
  controller: RecorderController;
}

/** Old unsent recordings of other links: their links may be dead, and nothing else would ever offer them. */
export function OldTakes({ takes, controller }: OldTakesProps) {
  return (
    <section className="panel">
      <h2>Older recordings on this device that were not sent</h2>
      <p>
        They were made with another link more than 14 days ago. If that link still works, open it to send
        them. They take up space here until they are sent or deleted.
      </p>
      {takes.map((take) => (
        <OldTake key={take.id} take={take} controller={controller} />
      ))}
    </section>
  );
}

function OldTake({ take, controller }: { take: StrandedTake; controller: RecorderController }) {
  const [asked, setAsked] = useState<'never' | 'sure?' | 'kept'>('never');
  const name = `Recording of ${readableMoment(take.startedAt)}`;
  return (
    <div role="group" aria-label={name}>
      <p>
        {name}, {spokenLength(take.durationSec)}, {readableSize(take.sizeBytes)}
      </p>
      {asked === 'sure?' ? (
        <>
          <p role="alert">Deleting it cannot be undone.</p>
          <div className="actions">
            <Button small onClick={() => setAsked('kept')} autoFocus>
              Keep it
            </Button>
            <Button small look="record" onClick={() => controller.deleteOld(take.id)}>
              Delete for good
            </Button>
          </div>
        </>
      ) : (
        <div className="actions">
          <Button small onClick={async () => saveAsFile(await controller.openOld(take.id))}>
            Save as a file
          </Button>
          <Button small autoFocus={asked === 'kept'} onClick={() => setAsked('sure?')}>
            Delete it
          </Button>
        </div>
      )}
    </div>
  );
}

function saveAsFile(media: Blob | null): void {
  if (!media) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(media);
  link.download = 'my-recording.mp4';
  link.click();
  // The browser reads from the address until the file is written.
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}

const SAVING_MS = 600_000;
