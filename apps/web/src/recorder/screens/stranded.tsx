import type { StrandedTake } from '@capture/browser';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { readableMoment, spokenLength } from '../copy/format.js';
import { unreadableTake } from '../copy/recorder.copy.js';

function description({ startedAt, durationSec }: StrandedTake): string {
  return `It was made on ${readableMoment(startedAt)}, lasts ${spokenLength(durationSec)}, and is on this device only.`;
}

interface StrandedProps {
  take: StrandedTake;
  onReview: () => void;
  onDelete: () => void;
}

/** Offers an unsent recording of this link that an earlier visit left on this device. */
export function Stranded({ take, onReview, onDelete }: StrandedProps) {
  const [asked, setAsked] = useState<'never' | 'sure?' | 'kept'>('never');
  return (
    <section className="panel">
      <h2>You have a recording that was not sent</h2>
      <p>{take.health === 'ok' ? description(take) : unreadableTake}</p>
      {asked === 'sure?' ? (
        <>
          <p role="alert">Deleting it cannot be undone.</p>
          <div className="actions">
            <Button small onClick={() => setAsked('kept')} autoFocus>
              Keep it
            </Button>
            <Button small look="record" onClick={onDelete}>
              Delete for good
            </Button>
          </div>
        </>
      ) : (
        <div className="actions">
          <Button small look="primary" onClick={onReview}>
            {take.health === 'ok' ? 'Review it' : 'Try to open it again'}
          </Button>
          <Button small autoFocus={asked === 'kept'} onClick={() => setAsked('sure?')}>
            Delete it
          </Button>
        </div>
      )}
    </section>
  );
}
