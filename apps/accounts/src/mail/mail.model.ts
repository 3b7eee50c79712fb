/** A message in plain text. */
export interface Mail {
  /** In its one form (`addressForm`). */
  recipient: string;
  subject: string;
  text: string;
}

/** A mail that waits, and until when it is worth sending. */
export interface NewMail extends Mail {
  /** Id of what it tells of, by which it is taken back. */
  about: string;
  giveUpAt: Date;
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** Milliseconds until the next attempt. @param attempts those that failed, from 1 */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}
