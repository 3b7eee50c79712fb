import type { RequestInfo } from '@capture/browser';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { RecordIcon, StopIcon } from '../../ui/icons.js';
import { Notice } from '../../ui/notice.js';
import { clockLength, spokenLength } from '../copy/format.js';
import { warningCopy } from '../copy/recorder.copy.js';
import type { RecorderController } from '../flow/recorder.controller.js';
import type { Phase, RecorderState } from '../flow/recorder.state.js';
import { MicLevel } from '../microphone/mic-level-meter.js';
import { ProblemNotice } from './problem-notice.js';
import { Prompt } from './prompt.js';
import { cameraCopy as copy } from '../copy/steps.copy.js';

type StagePhase = Extract<
  Phase,
  { name: 'requesting' | 'preview' | 'countdown' | 'starting' | 'recording' | 'stopping' }
>;

interface StageProps {
  state: RecorderState;
  phase: StagePhase;
  request: RequestInfo;
  controller: RecorderController;
}

/** Preview, countdown and recording. The video element stays the same throughout. */
export function Stage({ state, phase, request, controller }: StageProps) {
  const stream = 'stream' in phase ? phase.stream : null;
  return (
    <article className="split split--stage split--camera">
      <Prompt request={request} />
      <section className="booth" aria-label={copy.region}>
        <div className="stage">
          <SelfView stream={stream} />
          <Overlay phase={phase} maxSec={request.maxDurationSec} />
        </div>
        {stream && <MicLevel stream={stream} reportSilence={phase.name === 'preview'} />}
        {state.warnings.map((warning) => (
          <Notice key={warning} tone="warn">
            <p>{warningCopy[warning]}</p>
          </Notice>
        ))}
        <ProblemNotice problem={state.problem} />
        <Controls phase={phase} maxSec={request.maxDurationSec} controller={controller} />
      </section>
    </article>
  );
}

/** The camera's picture, mirrored. The recording is not mirrored. */
function SelfView({ stream }: { stream: MediaStream | null }) {
  const video = useRef<HTMLVideoElement>(null);
  const [portrait, setPortrait] = useState(false);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      className="stage__self"
      data-portrait={portrait || undefined}
      aria-label={copy.self}
      autoPlay
      muted
      playsInline
      disablePictureInPicture
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => setPortrait(videoHeight > videoWidth)}
    />
  );
}

function Overlay({ phase, maxSec }: { phase: StagePhase; maxSec: number }) {
  switch (phase.name) {
    case 'requesting':
      return <p className="stage__words">{copy.waiting}</p>;
    case 'countdown':
      return (
        <p className="stage__count" aria-hidden>
          <span key={phase.left}>{phase.left}</span>
        </p>
      );
    case 'starting':
      return <p className="stage__words stage__words--low">{copy.starting}</p>;
    case 'recording':
      return <Timer elapsedSec={phase.elapsedSec} maxSec={maxSec} />;
    case 'stopping':
      return <p className="stage__words">{copy.stopping}</p>;
    default:
      return null;
  }
}

function Timer({ elapsedSec, maxSec }: { elapsedSec: number; maxSec: number }) {
  const shown = Math.min(elapsedSec, maxSec);
  const ending = maxSec - shown <= Math.min(60, maxSec / 4);
  return (
    <p className="stage__timer" data-ending={ending || undefined}>
      <span className="stage__dot" aria-hidden />
      <span role="timer" aria-label={copy.recorded} aria-live="off">
        {clockLength(shown)} <span className="stage__limit">{copy.of(clockLength(maxSec))}</span>
      </span>
    </p>
  );
}

function Controls({ phase, maxSec, controller }: Omit<StageProps, 'state' | 'request'> & { maxSec: number }) {
  switch (phase.name) {
    case 'preview':
      return (
        <div className="controls">
          <Button key="start" look="record" focusHome onClick={() => controller.countDown()}>
            <RecordIcon />
            {copy.start}
          </Button>
          <Button key="back" onClick={() => controller.turnOff()}>
            {copy.back}
          </Button>
          <p className="hint">{copy.hint(spokenLength(maxSec))}</p>
        </div>
      );
    case 'countdown':
      return (
        <div className="controls">
          <Button key="cancel" focusHome onClick={() => controller.cancelCountdown()}>
            {copy.cancel}
          </Button>
        </div>
      );
    case 'recording':
      return (
        <div className="controls">
          <Button key="stop" look="record" focusHome onClick={() => controller.stop()}>
            <StopIcon />
            {copy.stop}
          </Button>
        </div>
      );
    case 'requesting':
      return (
        <div className="controls">
          <Button key="back" onClick={() => controller.turnOff()}>
            {copy.back}
          </Button>
        </div>
      );
    default:
      return <div className="controls" />;
  }
}
