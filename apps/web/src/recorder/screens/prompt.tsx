import type { RequestInfo } from '@capture/browser';
import type { ReactNode } from 'react';
import { AskedBy } from '../../ui/asked-by.js';
import { questionCopy } from '../copy/question.copy.js';

interface PromptProps {
  request: Pick<RequestInfo, 'title' | 'prompt' | 'organization'>;
  /** `p` where the page is shown inside of another, whose outline it is no part of. */
  heading?: 'h1' | 'p';
  children?: ReactNode;
}

/** The question, the same in every step. The title is the page's heading. */
export function Prompt({ request, heading: Heading = 'h1', children }: PromptProps) {
  return (
    <section className="ask">
      {children !== undefined && <AskedBy organization={request.organization} />}
      <Heading className="ask__title" dir="auto" tabIndex={-1} data-focus-home={children ? true : undefined}>
        {request.title}
      </Heading>
      <PromptText text={request.prompt} boxed={!children && request.prompt.length > LONG} />
      {children}
    </section>
  );
}

/** A longer question gets a scrollable box beside the picture. */
const LONG = 280;

function PromptText({ text, boxed }: { text: string; boxed: boolean }) {
  if (!boxed)
    return (
      <p className="ask__prompt" dir="auto">
        {text}
      </p>
    );
  return (
    <div
      dir="auto"
      className="ask__prompt ask__prompt--long"
      role="region"
      aria-label={questionCopy.region}
      tabIndex={0}
    >
      {text}
    </div>
  );
}
