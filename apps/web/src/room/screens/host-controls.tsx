import type { Room, RoomState } from '@capture/browser/room';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { RecordIcon, StopIcon } from '../../ui/icons.js';
import type { RoomController } from '../flow/room.controller.js';
import { Everybody } from './everybody.js';

interface HostControlsProps {
  room: Room;
  state: RoomState;
  controller: RoomController;
}

/** What the host alone can do: start and stop takes, and end the room. */
export function HostControls({ room, state, controller }: HostControlsProps) {
  const [isEnding, setEnding] = useState(false);
  const { recording } = state.take;
  return (
    <section className="panel host" aria-label="Host">
      <div className="actions">
        {recording ? (
          <Button key="stop" look="record" onClick={() => room.stopTake()}>
            <StopIcon />
            Stop the take
          </Button>
        ) : (
          <Button key="start" look="record" onClick={() => controller.startTake()}>
            <RecordIcon />
            Start a take
          </Button>
        )}
        {!isEnding && <Button onClick={() => setEnding(true)}>End the room</Button>}
      </div>
      {isEnding && (
        <div className="host__end" role="group" aria-label="End the room for everybody?">
          <p>Everybody leaves, and nobody can enter again. What was recorded goes on being sent.</p>
          <div className="actions">
            <Button look="primary" onClick={() => room.end()}>
              End it for everybody
            </Button>
            <Button onClick={() => setEnding(false)}>Keep it open</Button>
          </div>
        </div>
      )}
      {state.uploads.length > 0 && <Everybody state={state} />}
    </section>
  );
}
