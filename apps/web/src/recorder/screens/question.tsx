import type { RequestInfo } from '@capture/browser';
import { Button } from '../../ui/button.js';
import { CameraIcon } from '../../ui/icons.js';
import { questionCopy } from '../copy/question.copy.js';
import type { RecorderController } from '../flow/recorder.controller.js';
import type { RecorderState } from '../flow/recorder.state.js';
import { Facts } from './facts.js';
import { OldTakes } from './old-takes.js';
import { ProblemNotice } from './problem-notice.js';
import { Prompt } from './prompt.js';
import { Release } from './release.js';
import { Stranded } from './stranded.js';

interface QuestionProps {
  state: RecorderState;
  request: RequestInfo;
  controller: RecorderController;
}

/** The question, the release, and the button that turns the camera on. */
export function Question({ state, request, controller }: QuestionProps) {
  const [latest] = state.stranded;
  return (
    <article className="split">
      <Prompt request={request}>
        <Facts request={request} />
      </Prompt>
      <div className="beside">
        {latest && (
          <Stranded
            key={latest.id}
            take={latest}
            onReview={() => controller.unsentTakes.recover(latest.id)}
            onDelete={() => controller.unsentTakes.deleteStranded(latest.id)}
          />
        )}
        <section className="panel">
          {request.release.text !== null && <Release release={request.release} />}
          <ProblemNotice problem={state.problem} />
          <Button look="primary" onClick={() => controller.turnOn()}>
            <CameraIcon />
            {questionCopy.turnOn}
          </Button>
          <p className="hint">{questionCopy.hint}</p>
        </section>
        {state.old.length > 0 && <OldTakes takes={state.old} controller={controller} />}
      </div>
    </article>
  );
}
