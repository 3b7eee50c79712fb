import type { Room } from '@capture/browser/room';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { noteCopy } from '../copy/room.copy.js';
import type { RoomController, RoomSnapshot } from '../flow/room.controller.js';
import { Chat } from './chat.js';
import { Controls } from './controls.js';
import { HostControls } from './host-controls.js';
import { TakeClock } from './take-clock.js';
import { Tiles } from './tiles.js';
import { Uploads } from './uploads.js';

interface StageProps {
  snapshot: RoomSnapshot;
  room: Room;
  controller: RoomController;
}

/** The room itself: everybody's picture and state, and what one can do. */
export function Stage({ snapshot, room, controller }: StageProps) {
  const { note, uploads } = snapshot;
  const { state } = room;
  return (
    <article className="room">
      <header className="room__head">
        <h1 tabIndex={-1} data-focus-home>
          {controller.isHost ? 'Your room' : 'The room'}
        </h1>
        <TakeClock room={room} take={state.take} />
      </header>
      {state.connection === 'reconnecting' && (
        <Notice tone="warn" title="The connection was lost">
          <p>Trying again. What is being recorded goes on being recorded.</p>
        </Notice>
      )}
      {note && (
        <Notice tone="warn">
          <p>{note.kind === 'refused' ? note.detail : noteCopy[note.kind]}</p>
          <div className="actions">
            <Button small onClick={() => controller.dismissNote()}>
              Close
            </Button>
          </div>
        </Notice>
      )}
      <RecordingTrouble room={room} />
      <Tiles room={room} state={state} controller={controller} />
      <Controls room={room} controller={controller} />
      {controller.isHost && <HostControls room={room} state={state} controller={controller} />}
      <div className="room__below">
        <Chat lines={state.chat} me={state.participantId} onSend={(text) => room.chat(text)} />
        {uploads.length > 0 && (
          <section className="panel" aria-label="What you recorded">
            <h2>What you recorded</h2>
            <Uploads uploads={uploads} onRetry={() => controller.retryUploads()} />
          </section>
        )}
      </div>
    </article>
  );
}

function RecordingTrouble({ room }: { room: Room }) {
  if (!room.recordingError || room.isRecording) return null;
  return room.state.take.recording ? (
    <Notice tone="alert" title="This device is not recording">
      <p>The camera, the microphone or the storage failed. It is tried again every second.</p>
    </Notice>
  ) : (
    <Notice tone="alert" title="Nothing of the last take was recorded on this device">
      <p>It was too short, or the camera, the microphone or the storage failed. Tell the host.</p>
    </Notice>
  );
}
