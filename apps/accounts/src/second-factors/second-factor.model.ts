import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** How many recovery codes a person gets at once. */
export const RECOVERY_CODES = 10;
/** Minutes for which a sign-in waits for its code. */
export const CHALLENGE_MINUTES = 5;
/** Minutes after which a second factor that was not confirmed is deleted. */
export const UNCONFIRMED_MINUTES = 60;
const ISSUER = 'Capture';
/** As long as an SHA-1, which RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** 80 bits: too many to be guessed, so that a fast hash of it can be stored. */
const RECOVERY_CODE_BYTES = 10;
/** Steps of 30 s before and after the current one whose codes are accepted as well: clocks of phones differ. */
const DRIFT_STEPS = 1;

/** A new secret in base32, as people type it into an authenticator. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** @param secret base32 */
export function uriOf(secret: string, email: string): string {
  return new TOTP({ issuer: ISSUER, label: email, secret }).toString();
}

/**
 * The time step (RFC 6238: 30 s, SHA-1, six digits) whose code this is, if it is the current one or next to it.
 * @param secret base32
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    window: DRIFT_STEPS,
    timestamp,
  });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

/** Recovery codes as they are shown, such as `abcd-efgh-2345-6777`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = Secret.fromHex(randomBytes(RECOVERY_CODE_BYTES).toString('hex'));
    return (base32.toLowerCase().match(/.{4}/g) ?? []).join('-');
  });
}

/** A code without what people type between its characters. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** Whether it is a code of an authenticator, and no recovery code. @param code plain */
export function isTimeCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}
