import type { Room } from '@capture/browser/room';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { noteCopy } from '../copy/room.copy.js';
import type { RoomController } from '../flow/room.controller.js';
import type { RoomSnapshot } from '../flow/room.snapshot.js';
import { Chat } from './chat.js';
import { Controls } from './controls.js';
import { HostControls } from './host-controls.js';
import { TakeClock } from './take-clock.js';
import { Tiles } from './tiles.js';
import { Uploads } from './uploads.js';
import { stageCopy as copy } from '../copy/screens.copy.js';

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
          {controller.isHost ? copy.own : copy.title}
        </h1>
        <TakeClock room={room} take={state.take} />
      </header>
      {state.connection === 'reconnecting' && (
        <Notice tone="warn" title={copy.lost}>
          <p>{copy.lostHint}</p>
        </Notice>
      )}
      {note && (
        <Notice tone="warn">
          {note.kind === 'refused' ? (
            // The server's own sentence is in English.
            <p lang="en" dir="ltr">
              {note.detail}
            </p>
          ) : (
            <p>{noteCopy[note.kind]}</p>
          )}
          <div className="actions">
            <Button small onClick={() => controller.dismissNote()}>
              {copy.close}
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
          <section className="panel" aria-label={copy.recorded}>
            <h2>{copy.recorded}</h2>
            <Uploads snapshot={snapshot} onRetry={() => controller.retryUploads()} />
          </section>
        )}
      </div>
    </article>
  );
}

function RecordingTrouble({ room }: { room: Room }) {
  if (!room.recordingError || room.isRecording) return null;
  return room.state.take.recording ? (
    <Notice tone="alert" title={copy.notRecording}>
      <p>{copy.notRecordingHint}</p>
    </Notice>
  ) : (
    <Notice tone="alert" title={copy.notRecorded}>
      <p>{copy.notRecordedHint}</p>
    </Notice>
  );
}
