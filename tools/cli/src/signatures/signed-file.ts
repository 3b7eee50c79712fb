import { CliFailure, EXIT } from '../command/failure.js';
import { readKeySet } from './key-set.js';
import { verifySigned } from './signed-document.js';

/**
 * The key that signed a document.
 * @param keys path of the key set; the instance's own without it
 * @param fetchAgain what to do about a document that is not as it was signed
 * @throws CliFailure when the signature does not hold
 */
export async function signerOf(
  document: Record<string, unknown>,
  keys: string | undefined,
  fetchAgain: string,
): Promise<string | null> {
  const { valid, kid, reason } = verifySigned(document, await readKeySet(keys));
  if (valid) return kid;
  throw new CliFailure(
    EXIT.refused,
    'not_verified',
    reason ?? 'The signature does not hold.',
    `Do not rely on this file; ${fetchAgain}`,
  );
}
