import type { TrackUpload } from '@capture/browser/room';
import { useId, useState, type FormEvent } from 'react';
import { MicLevel } from '../../recorder/microphone/mic-level-meter.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { noteCopy, problemCopy } from '../copy/room.copy.js';
import { playTestTone } from '../devices/test-tone.js';
import type { RoomController } from '../flow/room.controller.js';
import type { RoomSnapshot } from '../flow/room.snapshot.js';
import type { Phase } from '../flow/room.phase.js';
import { DevicePicker } from './device-picker.js';
import { Picture } from './picture.js';
import { TestRecording } from './test-recording.js';
import { Uploads } from './uploads.js';
import { greenRoomCopy as copy, stageCopy } from '../copy/screens.copy.js';

interface GreenRoomProps {
  phase: Extract<Phase, { name: 'green' }>;
  note: RoomSnapshot['note'];
  /** What earlier pages left on this device. */
  uploads: readonly TrackUpload[];
  controller: RoomController;
}

/** Before the room: one's name, one's picture and one's voice, and whether one hears anything. */
export function GreenRoom({ phase, note, uploads, controller }: GreenRoomProps) {
  const { stream, isBusy, problem } = phase;
  // What can never be sent is no reason to wait.
  const left = uploads.filter(({ isGivenUp }) => !isGivenUp);
  return (
    <article className="split split--stage green">
      <section className="booth" aria-label={copy.region}>
        <div className="stage">
          <Picture stream={stream} label={copy.self} isSelf />
          {!stream && isBusy && <p className="stage__words">{copy.waiting}</p>}
        </div>
        {/* Their places are kept, so that nothing moves when the camera is on. */}
        {stream ? (
          <MicLevel key={`level of ${stream.id}`} stream={stream} reportSilence />
        ) : (
          isBusy && <div className="level" />
        )}
        {note?.kind === 'device_refused' && (
          <Notice tone="warn">
            <p>{noteCopy.device_refused}</p>
          </Notice>
        )}
        {problem && <ProblemNotice problem={problem} onRetry={() => controller.prepare()} />}
        {(stream ?? isBusy) && (
          <DevicePicker
            key={`devices of ${stream?.id}`}
            devices={controller.devices}
            onChoose={(choice) => controller.prepare(choice)}
          />
        )}
      </section>
      <section className="panel">
        <h1 tabIndex={-1} data-focus-home>
          {controller.isHost ? copy.host : copy.join}
        </h1>
        <EnterForm phase={phase} controller={controller} />
        <div className="actions">
          <Button small onClick={playTestTone}>
            {copy.tone}
          </Button>
          {stream && <TestRecording stream={stream} />}
        </div>
        <p className="hint">{copy.hint}</p>
        {left.length > 0 && (
          <>
            <h2>{stageCopy.recorded}</h2>
            <Uploads snapshot={{ room: null, uploads: left }} onRetry={() => controller.retryUploads()} />
          </>
        )}
      </section>
    </article>
  );
}

function EnterForm({ phase, controller }: Omit<GreenRoomProps, 'note' | 'uploads'>) {
  const id = useId();
  const [name, setName] = useState(controller.rememberedName);
  const mayEnter = !phase.isBusy && phase.stream !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayEnter) void controller.enter(name.trim());
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{copy.name}</label>
        <input
          id={id}
          type="text"
          autoComplete="name"
          required
          pattern=".*\S.*"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {/* Not disabled: a disabled button would lose the focus. */}
      <button type="submit" className="button button--primary" aria-disabled={!mayEnter}>
        {controller.isHost ? copy.enterAsHost : copy.enter}
      </button>
    </form>
  );
}

function ProblemNotice({ problem, onRetry }: { problem: keyof typeof problemCopy; onRetry: () => void }) {
  const { title, body } = problemCopy[problem];
  return (
    <Notice tone="alert" title={title}>
      {body.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <div className="actions">
        <Button onClick={onRetry}>{copy.again}</Button>
      </div>
    </Notice>
  );
}
