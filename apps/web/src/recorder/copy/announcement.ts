import type { RecorderState } from '../flow/recorder.state.js';
import { spokenLength } from './format.js';

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
    if (before.step !== after.step) return stepNames[after.step];
    return after.step === 'sending' ? quarter(before.fraction, after.fraction) : null;
  }
  if (before.name === after.name) return null;
  switch (after.name) {
    case 'requesting':
      return 'Your browser asks for camera and microphone. Choose Allow.';
    case 'preview':
      return before.name === 'countdown'
        ? 'Countdown cancelled.'
        : 'Camera and microphone are on. Nothing is being recorded yet.';
    case 'countdown':
      return `Recording starts in ${after.left} seconds.`;
    case 'recording':
      return 'Recording started.';
    case 'review':
      return before.name === 'submitting' ? 'Not sent yet.' : reviewReady(after.take.durationSec);
    case 'submitting':
      return stepNames.sending;
    case 'done':
      return 'Your recording has been received.';
    default:
      return null;
  }
}

const stepNames = {
  sending: 'Sending your recording.',
  waiting: 'Waiting for the network. Sending goes on by itself.',
  verifying: 'Everything is sent. The service is checking it.',
};

function reviewReady(durationSec: number): string {
  return `Recording of ${spokenLength(durationSec)} ready. Watch it, then submit it or record again.`;
}

/** Announces the last minute and the last ten seconds of recordings that may be longer. */
function timeLeft(maxSec: number, before: number, after: number): string | null {
  const crossed = (left: number) => maxSec > left && maxSec - before > left && maxSec - after <= left;
  if (crossed(10)) return 'Ten seconds left.';
  return crossed(60) ? 'One minute left.' : null;
}

function quarter(before: number, after: number): string | null {
  const reached = Math.floor(after * 4);
  return reached > Math.floor(before * 4) && reached < 4 ? `${reached * 25} per cent sent.` : null;
}
