import type { RequestInfo } from '@capture/browser';
import { Button } from '../../ui/button.js';
import { readableSize } from '../copy/format.js';
import type { Phase, SubmitStep } from '../flow/recorder.state.js';
import { Prompt } from './prompt.js';

type SubmittingPhase = Extract<Phase, { name: 'submitting' }>;

interface SubmittingProps {
  phase: SubmittingPhase;
  request: RequestInfo;
  onStop: () => void;
}

const headings: Record<SubmitStep, string> = {
  sending: 'Sending your recording',
  waiting: 'Waiting for the network',
  verifying: 'Checking that everything arrived',
};

const advice: Record<SubmitStep, string> = {
  sending: 'Keep this page open until it is done.',
  waiting: 'Sending goes on by itself as soon as you are online. Your recording is safe on this device.',
  verifying: 'All of it is sent. This takes a moment; keep the page open.',
};

export function Submitting({ phase, request, onStop }: SubmittingProps) {
  const percent = Math.floor(phase.fraction * 100);
  const { sizeBytes } = phase.take;
  return (
    <article className="split split--stage">
      <Prompt request={request} />
      <section className="panel sending" data-step={phase.step}>
        <h2 id="sending" tabIndex={-1} data-focus-home>
          {headings[phase.step]}
        </h2>
        <progress className="bar" max={100} value={percent} aria-labelledby="sending" />
        <p className="sending__figures">
          <span>{percent} %</span>
          <span>
            {readableSize(phase.sentBytes)} of {readableSize(sizeBytes)}
          </span>
        </p>
        <p>{advice[phase.step]}</p>
        {phase.step !== 'verifying' && (
          <div className="actions">
            <Button onClick={onStop}>Stop sending</Button>
          </div>
        )}
      </section>
    </article>
  );
}
