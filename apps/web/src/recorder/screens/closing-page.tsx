import type { Take } from '@capture/browser';
import { Button } from '../../ui/button.js';
import { CarryLink } from '../../ui/carry-link.js';
import { pageCopy } from '../copy/recorder.copy.js';
import type { RecorderController } from '../flow/recorder.controller.js';
import type { RecorderState } from '../flow/recorder.state.js';
import { closingCopy as copy } from '../copy/steps.copy.js';

interface ClosingPageProps {
  state: RecorderState;
  link: string | null;
  /** Absent when the visit could not begin. */
  controller?: RecorderController;
}

/** A page that ends the visit: says why, and what can still be done. */
export function ClosingPage({ state, link, controller }: ClosingPageProps) {
  const { phase, problem, stranded } = state;
  if (phase.name !== 'page') return null;
  const { title, body } = pageCopy[phase.page];
  return (
    <article className="panel panel--alone">
      <h1 tabIndex={-1} data-focus-home>
        {title}
      </h1>
      {body.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {phase.take && controller && (
        <UnsentTake take={phase.take} onDelete={() => controller.unsentTakes.deleteTake()} />
      )}
      {!phase.take && stranded[0] && controller && phase.page !== 'unreachable' && (
        <FindTake id={stranded[0].id} controller={controller} />
      )}
      {(phase.page === 'unsupported' || phase.page === 'keeps_nothing') && link && <CarryLink link={link} />}
      {phase.page === 'unreachable' && controller && (
        <div className="actions">
          <Button look="primary" onClick={() => controller.open()}>
            {copy.again}
          </Button>
        </div>
      )}
      {problem?.requestId && phase.page === 'unreachable' && (
        <p className="hint">{copy.reference(problem.requestId)}</p>
      )}
    </article>
  );
}

function UnsentTake({ take, onDelete }: { take: Take; onDelete: () => void }) {
  return (
    <>
      <p>{copy.unsent}</p>
      <div className="actions">
        <a className="button button--primary" href={take.previewUrl} download="my-recording.mp4">
          {copy.saveCopy}
        </a>
        <Button onClick={onDelete}>{copy.delete}</Button>
      </div>
    </>
  );
}

/** An earlier visit left a take that this link can no longer send. */
function FindTake({ id, controller }: { id: string; controller: RecorderController }) {
  return (
    <div className="actions">
      <Button onClick={() => controller.unsentTakes.recover(id)}>{copy.show}</Button>
    </div>
  );
}
