import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { shellCopy } from '../copy/console.copy.js';

/** Puts `text` into the clipboard; `said` tells whether it is there. */
export function useCopy(text: string): { said: string; copy: () => void } {
  const [said, say] = useState('');
  const copy = () => {
    // Undefined on pages without encryption.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (!clipboard) return say(shellCopy.copyFailed);
    void clipboard.writeText(text).then(
      () => say(shellCopy.copied),
      () => say(shellCopy.copyFailed),
    );
  };
  return { said, copy };
}

/** A text to take along: selected by a click into it, copied by a button. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const id = useId();
  const { said, copy } = useCopy(text);
  return (
    <div className="field console-copy">
      <label htmlFor={id}>{label}</label>
      <div className="console-copy__row">
        <input id={id} type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <Button small onClick={copy} aria-label={`${shellCopy.copy}: ${label}`}>
          {shellCopy.copy}
        </Button>
      </div>
      <span className="hint" role="status">
        {said}
      </span>
    </div>
  );
}
