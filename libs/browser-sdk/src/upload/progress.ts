import type { ProgressEvent } from '../types.js';

/** The fraction at which everything is sent; the rest is the server's verification. */
const SENDING_SHARE = 0.98;

export interface Progress {
  /** Reports the bytes of one part that are sent or stored. True when the fraction rose. */
  sent: (part: number, bytes: number) => boolean;
  /** `verifying`: every part is stored, and the server is about to verify the take. */
  reached: (phase: ProgressEvent['phase']) => void;
}

/** Adds up the parts. The fraction never falls, even when a part is sent again. */
export function startProgress(totalBytes: number, report: (event: ProgressEvent) => void): Progress {
  const sent = new Map<number, number>();
  let fraction = 0;
  const reached: Progress['reached'] = (phase) => {
    if (phase === 'done') fraction = 1;
    let sentBytes = 0;
    for (const bytes of sent.values()) sentBytes += bytes;
    sentBytes = Math.min(sentBytes, totalBytes);
    fraction = Math.max(fraction, (sentBytes / totalBytes) * SENDING_SHARE);
    report({ fraction, phase, sentBytes, totalBytes });
  };
  return {
    sent: (part, bytes) => {
      const before = fraction;
      sent.set(part, bytes);
      reached('sending');
      return fraction > before;
    },
    reached,
  };
}
