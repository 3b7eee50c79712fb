import { useEffect, useRef, type ReactNode } from 'react';
import { shellCopy } from '../copy/console.copy.js';
import { useArrival } from './arrival.js';

interface PageProps {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A page of the console: names the document, and takes the focus from the control that led here, so that screen readers say its title.
 * It takes it from nothing else.
 */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = useArrival();
  useEffect(() => {
    document.title = `${title} · ${shellCopy.product}`;
  }, [title]);
  useEffect(() => {
    const focused = document.activeElement;
    if (arrive() || focused === null || focused === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [arrive]);
  return (
    <>
      <div className="console-head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
