import type { CaptureAccess } from '@capture/browser';
import { CheckIcon } from '../../ui/icons.js';
import { doneCopy as copy } from '../copy/steps.copy.js';

export function Done({ mode }: { mode: CaptureAccess['mode'] }) {
  return (
    <article className="panel panel--alone done">
      <CheckIcon />
      <h1 tabIndex={-1} data-focus-home>
        {copy.title}
      </h1>
      <p>{copy.received}</p>
      <p className="hint">{copy[mode]}</p>
    </article>
  );
}
