import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.js';
import { keysCopy as copy } from '../copy/console.copy.js';
import { CopyText } from '../shell/copy-text.js';
import type { IssuedKey } from './keys-api.js';

/** The text of a key, which no later answer has. */
export function ShownOnce({ issued, onStored }: { issued: IssuedKey; onStored: () => void }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [issued]);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={heading}>
        {copy.shown(issued.name)}
      </h2>
      <p>{copy.shownHint}</p>
      <CopyText label={copy.shown(issued.name)} text={issued.key} />
      <div className="actions">
        <Button onClick={onStored}>{copy.stored}</Button>
      </div>
    </section>
  );
}
