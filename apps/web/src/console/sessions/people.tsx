import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { formatTime } from '../copy/format.js';
import { sessionCopy as copy } from '../copy/sessions.copy.js';
import { Confirm } from '../shell/confirm.js';
import { useRight } from '../shell/me.js';
import { removePerson, sessionKeys, type Person, type Session } from './sessions-api.js';

/** Who is in the room, and who was. */
export function People({ session: { id, status, participants } }: { session: Session }) {
  return (
    <section className="panel" aria-label={copy.people}>
      <h2>{copy.people}</h2>
      {participants.length === 0 && <p>{copy.nobody}</p>}
      <ul className="console-list">
        {participants.map((person) => (
          <Row key={person.participantId} sessionId={id} person={person} isOpen={status === 'open'} />
        ))}
      </ul>
    </section>
  );
}

function Row({ sessionId, person, isOpen }: { sessionId: string; person: Person; isOpen: boolean }) {
  const mayHost = useRight('rooms.host');
  const [isAsked, ask] = useState(false);
  const { displayName, isGuest, joinedAt, removedAt } = person;
  const mayRemove = mayHost && isOpen && isGuest && removedAt === null;
  return (
    <li className="console-row">
      <span className="console-row__title">{displayName}</span>
      <span className="hint">
        {isGuest ? copy.roles.guest : copy.roles.host} · {copy.joined(formatTime(joinedAt))} ·{' '}
        {presence(person)}
      </span>
      {mayRemove && !isAsked && (
        <div className="actions">
          <Button small onClick={() => ask(true)}>
            {copy.remove(displayName)}
          </Button>
        </div>
      )}
      {mayRemove && isAsked && <Remove sessionId={sessionId} person={person} onCancel={() => ask(false)} />}
    </li>
  );
}

function presence({ leftAt, removedAt }: Person): string {
  if (removedAt !== null) return copy.removed(formatTime(removedAt));
  return leftAt === null ? copy.present : copy.left(formatTime(leftAt));
}

interface RemoveProps {
  sessionId: string;
  person: Person;
  onCancel: () => void;
}

function Remove({ sessionId, person, onCancel }: RemoveProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removePerson(sessionId, person.participantId),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKeys.one(sessionId) }),
  });
  return (
    <Confirm
      title={copy.remove(person.displayName)}
      hint={copy.removeHint}
      action={copy.removeAction}
      look="record"
      error={remove.error}
      isBusy={remove.isPending}
      onConfirmed={remove.mutate}
      onCancel={onCancel}
    />
  );
}
