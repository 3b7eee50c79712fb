/** Minutes for which a device may sign a challenge. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
/** How many passkeys a person may have. */
export const PASSKEYS_PER_PERSON = 20;

/**
 * Whether a device counts its signatures and has counted no further than before: there is a copy of it, or somebody replays.
 * @param before what it said last; 0 when it does not count
 */
export function goesBack(counter: bigint, before: bigint): boolean {
  return before > 0n && counter <= before;
}
