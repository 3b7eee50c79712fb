import type { RoomState } from '@capture/browser/room';
import { stateCopy } from '../copy/room-words.js';
import { hostCopy as copy } from '../copy/screens.copy.js';

/** How far everybody's uploads are, as the service counted them when the room last told. */
export function Everybody({ state }: { state: RoomState }) {
  const others = state.people.filter(({ participantId }) => participantId !== state.participantId);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="everybody">
      <h2 id="everybody">{copy.others}</h2>
      <ul className="everybody">
        {others.map((person) => {
          const own = state.uploads.filter(({ participantId }) => participantId === person.participantId);
          const stored = own.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
          const size = own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
          return (
            <li key={person.participantId}>
              <span dir="auto">{person.displayName}</span>
              <span>
                {size ? copy.stored(Math.floor((stored / size) * 100)) : (stateCopy(person) ?? '–')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
