import { createHash } from 'node:crypto';
import { AppError, invalidField } from '@capture/contracts';

export interface ExpectedBytes {
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Passes bytes on while hashing them, and keeps the last chunk back until the whole is known to be right: a reader
 * that acts on the end of the stream never sees the end of wrong bytes. Stops at the first byte too many.
 * @throws AppError `payload_too_large`, or `invalid_input` about the body or its digest.
 */
export async function* verifiedBody(
  source: AsyncIterable<Buffer>,
  expected: ExpectedBytes,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  let received = 0;
  for await (const chunk of source) {
    received += chunk.length;
    if (received > expected.size) {
      throw new AppError(
        'payload_too_large',
        `The part was granted with ${expected.size} bytes; more were sent.`,
      );
    }
    hash.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (received < expected.size) {
    throw invalidField(
      'body',
      'length',
      `The part was granted with ${expected.size} bytes; ${received} arrived.`,
    );
  }
  if (hash.digest('hex') !== expected.sha256) {
    throw invalidField(
      'Content-Digest',
      'mismatch',
      'The bytes do not have the SHA-256 that they were granted with.',
    );
  }
  if (held) yield held;
}
