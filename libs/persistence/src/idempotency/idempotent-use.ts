import { createHash, randomUUID } from 'node:crypto';

function sha256(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** One call with an Idempotency-Key. */
export class IdempotentUse {
  readonly scope: string;
  readonly bodySha256: string;
  /**
   * Encrypts the stored answer, which may hold what is shown once, such as a new secret. Derived from the caller's header,
   * which is not stored: reading the table reveals no answer.
   */
  readonly secret: Buffer;
  /** Distinguishes this call from one that takes its key over. */
  readonly id: string = randomUUID();
  /** Whether the answer is stored. */
  answered = false;

  /** @param parts id of the API key or member, method, path and header value */
  constructor(parts: string[], body: Buffer | undefined) {
    this.scope = sha256(...parts);
    this.bodySha256 = sha256(body ?? '');
    this.secret = Buffer.from(sha256('answer', ...parts), 'hex');
  }
}
