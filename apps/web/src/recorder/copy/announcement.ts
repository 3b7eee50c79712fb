import type { RecorderState } from '../flow/recorder.state.js';
import { spokenLength } from './format.js';
import { announcementCopy as copy } from './steps.copy.js';

/**
 * The polite screen-reader announcement (role=status) of a state change; null when there is nothing new.
 * Problems have their own role=alert, and the timer stays silent.
 */
export function announcement(from: RecorderState, to: RecorderState): string | null {
  const [before, after] = [from.phase, to.phase];
  if (before.name === 'recording' && after.name === 'recording') {
    return timeLeft(to.request?.maxDurationSec ?? 0, before.elapsedSec, after.elapsedSec);
  }
  if (before.name === 'submitting' && after.name === 'submitting') {
    if (before.step !== after.step) return copy[after.step];
    return after.step === 'sending' ? quarter(before.fraction, after.fraction) : null;
  }
  if (before.name === after.name) return null;
  switch (after.name) {
    case 'requesting':
      return copy.requesting;
    case 'preview':
      return before.name === 'countdown' ? copy.countdownCancelled : copy.preview;
    case 'countdown':
      return copy.countdown(after.left);
    case 'recording':
      // A page that was busy shows the beginning of its recording late.
      return timeLeft(to.request?.maxDurationSec ?? 0, 0, after.elapsedSec) ?? copy.recording;
    case 'review':
      return before.name === 'submitting' ? copy.notSent : copy.ready(spokenLength(after.take.durationSec));
    case 'submitting':
      return copy.sending;
    case 'done':
      return copy.received;
    default:
      return null;
  }
}

/** Announces the last minute and the last ten seconds of recordings that may be longer. */
function timeLeft(maxSec: number, before: number, after: number): string | null {
  const crossed = (left: number) => maxSec > left && maxSec - before > left && maxSec - after <= left;
  if (crossed(10)) return copy.tenSeconds;
  return crossed(60) ? copy.minute : null;
}

function quarter(before: number, after: number): string | null {
  const reached = Math.floor(after * 4);
  return reached > Math.floor(before * 4) && reached < 4 ? copy.sent(reached * 25) : null;
}
