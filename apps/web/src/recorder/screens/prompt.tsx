import type { RequestInfo } from '@capture/browser';
import type { ReactNode } from 'react';
import { AskedBy } from '../../ui/asked-by.js';

/** The question, the same in every step. The title is the page's heading. */
export function Prompt({ request, children }: { request: RequestInfo; children?: ReactNode }) {
  return (
    <section className="ask">
      {children !== undefined && <AskedBy organization={request.organization} />}
      <h1 className="ask__title" tabIndex={-1} data-focus-home={children ? true : undefined}>
        {request.title}
      </h1>
      <PromptText text={request.prompt} boxed={!children && request.prompt.length > LONG} />
      {children}
    </section>
  );
}

/** A longer question gets a scrollable box beside the picture. */
const LONG = 280;

function PromptText({ text, boxed }: { text: string; boxed: boolean }) {
  if (!boxed) return <p className="ask__prompt">{text}</p>;
  return (
    <div className="ask__prompt ask__prompt--long" role="region" aria-label="Question" tabIndex={0}>
      {text}
    </div>
  );
}
