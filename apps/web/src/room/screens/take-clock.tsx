import type { Room, Take } from '@capture/browser/room';
import { useEffect, useState } from 'react';
import { clockLength } from '../../recorder/copy/format.js';
import { stageCopy as copy } from '../copy/screens.copy.js';

const EVERY_MS = 200;

/** Counts down to a take, then up. Both by the room's clock, so that everybody sees the same. */
export function TakeClock({ room, take }: { room: Room; take: Take }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!take.recording) return;
    const timer = setInterval(() => tick((n) => n + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, [take.recording]);
  if (!take.recording || take.atServerTime === null) {
    return <p className="take">{take.takeNumber === 0 ? copy.noTake : copy.takes(take.takeNumber)}</p>;
  }
  const leftMs = room.msUntil(take.atServerTime);
  if (leftMs > 0) {
    return (
      <p className="take take--soon">
        {copy.takeIn(take.takeNumber)} <strong>{Math.ceil(leftMs / 1000)}</strong>
      </p>
    );
  }
  return (
    <p className="take take--on">
      <span className="stage__dot" aria-hidden />
      <span role="timer" aria-label={copy.time} aria-live="off">
        {copy.take(take.takeNumber, clockLength(-leftMs / 1000))}
      </span>
    </p>
  );
}
