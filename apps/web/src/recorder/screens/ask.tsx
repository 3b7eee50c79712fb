import type { RequestInfo } from '@capture/browser';
import type { ReactNode } from 'react';

/** The question, in every step of the visit the same. The title is the page's heading. */
export function Ask({ request, children }: { request: RequestInfo; children?: ReactNode }) {
  return (
    <section className="ask">
      <h1 className="ask__title" tabIndex={-1} data-focus-home={children ? true : undefined}>
        {request.title}
      </h1>
      <p className="ask__prompt">{request.prompt}</p>
      {children}
    </section>
  );
}
