/** Reacts to the page being left: frees the devices, and warns while leaving would cost something. */
import type { CaptureState } from '../types.js';

/** States in which the browser asks the person before the page is left. */
const BUSY: readonly CaptureState[] = ['starting', 'recording', 'stopping', 'uploading', 'waiting'];

/** `onLeave`: the page is unloaded or enters the back-forward cache; its devices have to be turned off. */
export function guardPage(state: () => CaptureState, onLeave: () => void, signal: AbortSignal): void {
  // On a server there is no page to guard.
  globalThis.addEventListener?.('pagehide', onLeave, { signal });
  globalThis.addEventListener?.(
    'beforeunload',
    // Only asks: leaving itself is handled in pagehide.
    (event) => BUSY.includes(state()) && event.preventDefault(),
    { signal },
  );
}
