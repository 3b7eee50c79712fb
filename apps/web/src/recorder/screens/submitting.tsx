import type { RequestInfo } from '@capture/browser';
import { Button } from '../../ui/button.js';
import { readableSize } from '../copy/format.js';
import type { Phase } from '../flow/recorder.state.js';
import { Prompt } from './prompt.js';
import { sizeCopy } from '../copy/question.copy.js';
import { submittingCopy as copy } from '../copy/steps.copy.js';

type SubmittingPhase = Extract<Phase, { name: 'submitting' }>;

interface SubmittingProps {
  phase: SubmittingPhase;
  request: RequestInfo;
  onStop: () => void;
}

export function Submitting({ phase, request, onStop }: SubmittingProps) {
  const percent = Math.floor(phase.fraction * 100);
  const { sizeBytes } = phase.take;
  return (
    <article className="split split--stage">
      <Prompt request={request} />
      <section className="panel sending" data-step={phase.step}>
        <h2 id="sending" tabIndex={-1} data-focus-home>
          {copy.headings[phase.step]}
        </h2>
        <progress className="bar" max={100} value={percent} aria-labelledby="sending" />
        <p className="sending__figures">
          <span>{sizeCopy.percent(percent)}</span>
          <span>{sizeCopy.of(readableSize(phase.sentBytes), readableSize(sizeBytes))}</span>
        </p>
        <p>{copy.advice[phase.step]}</p>
        {phase.step !== 'verifying' && (
          <div className="actions">
            <Button onClick={onStop}>{copy.stop}</Button>
          </div>
        )}
      </section>
    </article>
  );
}
