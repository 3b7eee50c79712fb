import type { RequestInfo } from '@capture/browser';
import type { ReactNode } from 'react';

/** The question, in every step of the visit the same. The title is the page's heading. */
export function Ask({ request, children }: { request: RequestInfo; children?: ReactNode }) {
  return (
    <section className="ask">
      <h1 className="ask__title" tabIndex={-1} data-focus-home={children ? true : undefined}>
        {request.title}
      </h1>
      <Prompt text={request.prompt} boxed={!children && request.prompt.length > LONG} />
      {children}
    </section>
  );
}

/** Longer than this, the question gets a box of its own to scroll in beside the picture. */
const LONG = 280;

function Prompt({ text, boxed }: { text: string; boxed: boolean }) {
  if (!boxed) return <p className="ask__prompt">{text}</p>;
  return (
    <div className="ask__prompt ask__prompt--long" role="region" aria-label="Question" tabIndex={0}>
      {text}
    </div>
  );
}
