import { createHash, randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { S3Signer } from './s3-signer.js';

const KEY = '.capture-probe';
const PROBE_BYTES = 16;
const LIFETIME_SEC = 60;
const TIME_LIMIT_MS = 10_000;

/**
 * Checks by a probe whether a backend enforces the hash in a signed PUT. Clients send bytes directly only to a backend that
 * does. The answer is kept for the life of the process; a probe that fails is repeated at the next call.
 */
export class S3HashCheck {
  private readonly logger = new Logger(S3HashCheck.name);
  private known: Promise<boolean> | undefined;

  constructor(
    private readonly signer: S3Signer,
    private readonly remove: (key: string) => Promise<void>,
  ) {}

  /** @throws when the probe fails: the store is out of reach, or takes no signed PUT at all. */
  enforcesHash(): Promise<boolean> {
    if (this.known) return this.known;
    const probing = this.probe().finally(() => this.remove(KEY).catch(() => undefined));
    this.known = probing;
    probing.catch(() => (this.known = undefined));
    return probing;
  }

  private async probe(): Promise<boolean> {
    const right = randomBytes(PROBE_BYTES);
    const wrong = Buffer.from(right.map((byte) => byte ^ 1));
    const accepted = await this.put(right, right);
    if (accepted >= 300) throw new Error(`the store answered ${accepted} to a signed PUT`);
    const answer = await this.put(right, wrong);
    if (answer >= 500) throw new Error(`the store answered ${answer} to a signed PUT`);
    const enforces = answer >= 400;
    if (!enforces)
      this.logger.warn('the store takes bytes other than those signed for: uploads pass through the service');
    return enforces;
  }

  private async put(signedFor: Buffer, bytes: Buffer): Promise<number> {
    const sha256 = createHash('sha256').update(signedFor).digest('hex');
    const { url, headers } = await this.signer.put(KEY, { size: signedFor.length, sha256 }, LIFETIME_SEC);
    const answer = await fetch(url, {
      method: 'PUT',
      headers,
      body: new Uint8Array(bytes),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  }
}
