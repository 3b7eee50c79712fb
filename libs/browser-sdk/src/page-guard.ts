/** What the browser asks of a page that is about to go. */
import type { CaptureState } from './types.js';

/** States in which leaving costs the person something. */
const BUSY: readonly CaptureState[] = ['starting', 'recording', 'stopping', 'uploading', 'waiting'];

export interface PageGuard {
  state: () => CaptureState;
  /** The page goes, or is put away whole; either way its devices have to be let go. */
  onLeave: () => void;
}

export function guardPage({ state, onLeave }: PageGuard, signal: AbortSignal): void {
  // On a server there is no page to guard.
  globalThis.addEventListener?.('pagehide', onLeave, { signal });
  globalThis.addEventListener?.(
    'beforeunload',
    // Only asks: whoever stays keeps recording, and whoever leaves does so in pagehide.
    (event) => BUSY.includes(state()) && event.preventDefault(),
    { signal },
  );
}
