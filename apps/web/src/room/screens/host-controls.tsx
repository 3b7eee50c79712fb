import type { Room, RoomState } from '@capture/browser/room';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { RecordIcon, StopIcon } from '../../ui/icons.js';
import type { RoomController } from '../flow/room.controller.js';
import { Everybody } from './everybody.js';
import { Invitations } from './invitations.js';
import { hostCopy as copy } from '../copy/screens.copy.js';

interface HostControlsProps {
  room: Room;
  state: RoomState;
  controller: RoomController;
}

/** What the host alone can do: start and stop takes, invite people, and end the room. */
export function HostControls({ room, state, controller }: HostControlsProps) {
  const [ending, setEnding] = useState<'never' | 'sure?' | 'kept'>('never');
  const isEnding = ending === 'sure?';
  const [isInviting, setInviting] = useState(false);
  const { hostedSession } = controller;
  const { recording } = state.take;
  return (
    <section className="panel host" aria-label={copy.region}>
      <div className="actions">
        {recording ? (
          <Button key="stop" look="record" onClick={() => room.stopTake()}>
            <StopIcon />
            {copy.stop}
          </Button>
        ) : (
          <Button key="start" look="record" onClick={() => controller.startTake()}>
            <RecordIcon />
            {copy.start}
          </Button>
        )}
        <Button aria-expanded={isInviting} onClick={() => setInviting(!isInviting)}>
          {copy.invite}
        </Button>
        {!isEnding && (
          <Button autoFocus={ending === 'kept'} onClick={() => setEnding('sure?')}>
            {copy.end}
          </Button>
        )}
      </div>
      {isInviting && hostedSession !== null && <Invitations sessionId={hostedSession} />}
      {isEnding && (
        <div className="host__end" role="group" aria-label={copy.endTitle}>
          <p>{copy.endHint}</p>
          <div className="actions">
            <Button autoFocus onClick={() => setEnding('kept')}>
              {copy.keep}
            </Button>
            <Button look="primary" onClick={() => room.end()}>
              {copy.endAction}
            </Button>
          </div>
        </div>
      )}
      {state.uploads.length > 0 && <Everybody state={state} />}
    </section>
  );
}
