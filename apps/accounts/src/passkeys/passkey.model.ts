/** Minutes for which a device may sign a challenge. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** How many passkeys a person may have. */
export const PASSKEYS_PER_PERSON = 20;

/**
 * Whether a device that counts its signatures says no higher count than before. Then its key was copied, or an answer replayed.
 * @param before what it said last; 0 when it does not count
 */
export function goesBack(counter: bigint, before: bigint): boolean {
  return before > 0n && counter <= before;
}
