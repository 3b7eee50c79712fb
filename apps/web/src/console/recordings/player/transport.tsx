import { useId, type KeyboardEvent } from 'react';
import { Button } from '../../../ui/button.js';
import { formatDuration } from '../../copy/format.js';
import { playerCopy as copy } from '../../copy/recordings.copy.js';
import type { PlayerState, SyncedPlayer } from './synced-player.js';

const STEP_MS = 1000;
const LONG_STEP_MS = 10_000;
const DIRECTIONS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

interface TransportProps {
  player: SyncedPlayer;
  state: PlayerState;
  totalMs: number;
}

/** Plays, pauses and moves all tracks at once. */
export function Transport({ player, state: { positionMs, isPlaying, isWaiting }, totalMs }: TransportProps) {
  const id = useId();
  const where = copy.positionOf(formatDuration(positionMs / 1000), formatDuration(totalMs / 1000));
  const step = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    player.seek(positionMs + direction * (event.shiftKey ? LONG_STEP_MS : STEP_MS));
  };
  return (
    <div className="synced__transport">
      <Button look="primary" onClick={() => (isPlaying ? player.pause() : player.play())}>
        {isPlaying ? copy.pause : copy.play}
      </Button>
      <div className="field">
        <label htmlFor={id}>{copy.position}</label>
        <input
          // Time runs from left to right in every language, as it does on the lanes.
          dir="ltr"
          {...{ id, type: 'range', min: 0, max: Math.ceil(totalMs), step: 1, value: Math.round(positionMs) }}
          aria-valuetext={where}
          aria-describedby={`${id}k`}
          onKeyDown={step}
          onChange={(event) => player.seek(Number(event.currentTarget.value))}
        />
        <span className="hint" id={`${id}k`}>
          {where}. {copy.keys}
        </span>
        <span className="hint" role="status">
          {isPlaying && isWaiting && copy.waiting}
        </span>
      </div>
    </div>
  );
}
