/** What stands where an address stood. */
export const ERASED = '[erased]';

/**
 * Finds an address as PostgreSQL's regular expressions do, to be matched without regard to case. It is not found within a
 * longer address: neither xada@example.com nor ada@example.com.au is ada@example.com.
 */
export function addressPattern(email: string): string {
  const literal = email.replace(/[^\p{L}\p{N}@]/gu, (character) => `\\${character}`);
  return `(?<![[:alnum:]._%+-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`;
}
