import { createHash } from 'node:crypto';

/** Lower-case hex. The SHA-256 of a key or token crosses the bus instead of its text. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
