import { createHash, randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { S3Signer } from './s3-signer.js';

const KEY = '.capture-probe';
const PROBE_BYTES = 16;
const LIFETIME_SEC = 60;
const TIME_LIMIT_MS = 10_000;

/**
 * Whether a backend refuses bytes that a signed PUT was not signed for, found out by trying. A backend that takes them
 * gets no bytes from clients directly. Asked once in the life of a process; while there is no answer, asked again.
 */
export class S3HashCheck {
  private readonly logger = new Logger(S3HashCheck.name);
  private asked: Promise<boolean> | undefined;

  constructor(
    private readonly signer: S3Signer,
    private readonly remove: (key: string) => Promise<void>,
  ) {}

  /** @throws whatever keeps it from being told: the store is out of reach, or takes no signed PUT at all. */
  refusesOtherBytes(): Promise<boolean> {
    if (this.asked) return this.asked;
    const asking = this.ask().finally(() => this.remove(KEY).catch(() => undefined));
    this.asked = asking;
    asking.catch(() => (this.asked = undefined));
    return asking;
  }

  private async ask(): Promise<boolean> {
    const right = randomBytes(PROBE_BYTES);
    const wrong = Buffer.from(right.map((byte) => byte ^ 1));
    const taken = await this.put(right, right);
    if (taken >= 300) throw new Error(`the store answered ${taken} to a signed PUT`);
    const answer = await this.put(right, wrong);
    if (answer >= 500) throw new Error(`the store answered ${answer} to a signed PUT`);
    const refuses = answer >= 400;
    if (!refuses)
      this.logger.warn('the store takes bytes other than those signed for: uploads pass through the service');
    return refuses;
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
