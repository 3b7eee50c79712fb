import type { StrandedTake } from '@capture/browser';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { readableMoment, readableSize, spokenLength } from '../copy/format.js';
import type { RecorderController } from '../flow/recorder.controller.js';
import { keptTakeCopy as copy } from '../copy/steps.copy.js';

interface OldTakesProps {
  takes: StrandedTake[];
  controller: RecorderController;
}

/** Old unsent recordings of other links: their links may be dead, and nothing else would ever offer them. */
export function OldTakes({ takes, controller }: OldTakesProps) {
  return (
    <section className="panel">
      <h2>{copy.old}</h2>
      <p>{copy.oldHint}</p>
      {takes.map((take) => (
        <OldTake key={take.id} take={take} controller={controller} />
      ))}
    </section>
  );
}

function OldTake({ take, controller }: { take: StrandedTake; controller: RecorderController }) {
  const [asked, setAsked] = useState<'never' | 'sure?' | 'kept'>('never');
  const name = copy.name(readableMoment(take.startedAt));
  return (
    <div role="group" aria-label={name}>
      <p>{copy.facts(name, spokenLength(take.durationSec), readableSize(take.sizeBytes))}</p>
      {asked === 'sure?' ? (
        <>
          <p role="alert">{copy.sure}</p>
          <div className="actions">
            <Button small onClick={() => setAsked('kept')} autoFocus>
              {copy.keep}
            </Button>
            <Button small look="record" onClick={() => controller.unsentTakes.deleteOld(take.id)}>
              {copy.deleteForGood}
            </Button>
          </div>
        </>
      ) : (
        <div className="actions">
          <Button small onClick={async () => saveAsFile(await controller.unsentTakes.openOld(take.id))}>
            {copy.save}
          </Button>
          <Button small autoFocus={asked === 'kept'} onClick={() => setAsked('sure?')}>
            {copy.delete}
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
