import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { shownOnceCopy as copy } from '../copy/console.copy.js';
import { CopyText } from './copy-text.js';

interface ShownOnceProps {
  title: string;
  /** What no later answer has. */
  text: string;
  onStored: () => void;
  /** What is needed beside it. */
  children?: ReactNode;
}

/** A secret that the server has just made. Whoever shows it keeps it in the page alone, never in the cache of answers. */
export function ShownOnce({ title, text, onStored, children }: ShownOnceProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [text]);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <p>{copy.hint}</p>
      <CopyText label={title} text={text} />
      {children}
      <div className="actions">
        <Button onClick={onStored}>{copy.stored}</Button>
      </div>
    </section>
  );
}
