import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { endSessionCopy as copy } from '../copy/sessions.copy.js';
import { Confirm } from '../shell/confirm.js';
import { Problem } from '../shell/states.js';
import { endSession, sessionKeys, type Session } from './sessions-api.js';

/**
 * Ends a session, and leads to its recording. Ending one again is how a recording that could not be made is recovered, and how the
 * page learns which it is: reading a session does not tell.
 */
export function EndOfSession({ session: { id, status } }: { session: Session }) {
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  const end = useMutation({
    mutationFn: () => endSession(id),
    onSuccess: () => {
      ask(false);
      void client.invalidateQueries({ queryKey: sessionKeys.one(id) });
      void client.invalidateQueries({ queryKey: sessionKeys.list });
    },
  });
  const isOpen = status === 'open' && !end.data;
  return (
    <section className="panel" aria-label={copy.title}>
      <h2>{copy.title}</h2>
      {!isAsked && <Problem error={end.error} />}
      <div className="form" role="status">
        {end.data && <Outcome ended={end.data} />}
      </div>
      {isOpen && isAsked && (
        <Confirm
          title={copy.end}
          hint={copy.hint}
          action={copy.confirm}
          look="record"
          error={end.error}
          isBusy={end.isPending}
          onConfirmed={end.mutate}
          onCancel={() => ask(false)}
        />
      )}
      {isOpen && !isAsked && (
        <div className="actions">
          <Button onClick={() => ask(true)}>{copy.end}</Button>
        </div>
      )}
      {!isOpen && (end.data?.recordingId ?? null) === null && (
        <>
          <p className="hint">{copy.findHint}</p>
          <div className="actions">
            <Button aria-disabled={end.isPending} onClick={() => end.mutate()}>
              {end.data?.promotion === 'failed' ? copy.again : copy.find}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Outcome({ ended }: { ended: Awaited<ReturnType<typeof endSession>> }) {
  const { promotion, savedCount, recordingId, errorId } = ended;
  return (
    <>
      <p>
        {copy.outcomes[promotion]} {savedCount > 0 && copy.saved(savedCount)}
      </p>
      {errorId !== undefined && <p className="hint">{copy.errorId(errorId)}</p>}
      {recordingId !== null && (
        <p>
          <Link href={`/recordings/${recordingId}`}>{copy.recording}</Link>
        </p>
      )}
    </>
  );
}
