import type { StrandedTake } from '@capture/browser';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { readableMoment, spokenLength } from '../copy/format.js';
import { keptTakeCopy as copy } from '../copy/steps.copy.js';

function description({ startedAt, durationSec }: StrandedTake): string {
  return copy.description(readableMoment(startedAt), spokenLength(durationSec));
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
      <h2>{copy.stranded}</h2>
      <p>{take.health === 'ok' ? description(take) : copy.unreadable}</p>
      {asked === 'sure?' ? (
        <>
          <p role="alert">{copy.sure}</p>
          <div className="actions">
            <Button small onClick={() => setAsked('kept')} autoFocus>
              {copy.keep}
            </Button>
            <Button small look="record" onClick={onDelete}>
              {copy.deleteForGood}
            </Button>
          </div>
        </>
      ) : (
        <div className="actions">
          <Button small look="primary" onClick={onReview}>
            {take.health === 'ok' ? copy.review : copy.reopen}
          </Button>
          <Button small autoFocus={asked === 'kept'} onClick={() => setAsked('sure?')}>
            {copy.delete}
          </Button>
        </div>
      )}
    </section>
  );
}
