import type { CaptureAccess } from '@capture/browser';
import { CheckIcon } from '../../ui/icons.js';

export function Done({ mode }: { mode: CaptureAccess['mode'] }) {
  return (
    <article className="panel panel--alone done">
      <CheckIcon />
      <h1 tabIndex={-1} data-focus-home>
        Thank you
      </h1>
      <p>Your recording has been received. You can close this page.</p>
      <p className="hint">
        {mode === 'contact'
          ? 'Changed your mind? Open your link again while the request is open: a new recording replaces this one.'
          : 'A new recording made through this link in this browser replaces this one.'}
      </p>
    </article>
  );
}
