import type { StrandedTake } from '@capture/browser';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { readableMoment, spokenLength } from '../recorder.copy.js';

interface StrandedProps {
  take: StrandedTake;
  onReview: () => void;
  onDelete: () => void;
}

/** Offers an unsent recording of this link that an earlier visit left on this device. */
export function Stranded({ take, onReview, onDelete }: StrandedProps) {
  const [sure, setSure] = useState(false);
  return (
    <section className="panel">
      <h2>You have a recording that was not sent</h2>
      <p>
        It was made on {readableMoment(take.startedAt)}, lasts {spokenLength(take.durationSec)}, and is on
        this device only.
      </p>
      {sure ? (
        <>
          <p role="alert">Deleting it cannot be undone.</p>
          <div className="actions">
            <Button small onClick={() => setSure(false)} autoFocus>
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
          <Button small onClick={() => setSure(true)}>
            Delete it
          </Button>
        </div>
      )}
    </section>
  );
}
