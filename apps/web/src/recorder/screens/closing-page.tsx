import type { Take } from '@capture/browser';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { pageCopy, unsentTake } from '../recorder.copy.js';
import type { RecorderState } from '../recorder.model.js';

interface ClosingPageProps {
  state: RecorderState;
  link: string | null;
  onRetry?: () => void;
}

/** A page from which this visit does not go on: it says why, and what can still be done. */
export function ClosingPage({ state, link, onRetry }: ClosingPageProps) {
  const { phase, problem } = state;
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
      {phase.take && phase.page !== 'superseded' && <SaveCopy take={phase.take} />}
      {phase.page === 'unsupported' && link && <CarryLink link={link} />}
      {phase.page === 'unreachable' && onRetry && (
        <div className="actions">
          <Button look="primary" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {problem?.requestId && <p className="hint">Reference for support: {problem.requestId}</p>}
    </article>
  );
}

function SaveCopy({ take }: { take: Take }) {
  return (
    <>
      <p>{unsentTake}</p>
      <div className="actions">
        <a className="button button--primary" href={take.previewUrl} download="my-recording.mp4">
          Save a copy
        </a>
      </div>
    </>
  );
}

/** The key has left the address bar, so copying from there would carry a broken link. */
function CarryLink({ link }: { link: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="field">
      <label htmlFor={id}>Your link</label>
      <input id={id} type="text" readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="actions carry">
        <Button onClick={copy}>Copy link</Button>
        <span role="status">{copied && 'Copied. Paste it into the other browser.'}</span>
      </div>
    </div>
  );
}
