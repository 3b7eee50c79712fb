import type { StrandedTake } from '@capture/browser';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { readableMoment, spokenLength } from '../copy/format.js';

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
      <p>
        It was made on {readableMoment(take.startedAt)}, lasts {spokenLength(take.durationSec)}, and is on
        this device only.
      </p>
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
            Review it
          </Button>
          <Button small autoFocus={asked === 'kept'} onClick={() => setAsked('sure?')}>
            Delete it
          </Button>
        </div>
      )}
    </section>
  );
}
