import { keyedHash } from '@capture/platform';
import type { AccountsConfig } from '../config.js';

/** The id of a sign-in is all that is kept of its token. @param tokenSha256 the token's SHA-256, in hex */
export function signInIdOf({ CAPTURE_SIGN_IN_SECRET: secret }: AccountsConfig, tokenSha256: string): string {
  return keyedHash(secret, tokenSha256);
}
