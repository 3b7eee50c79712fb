import { createHmac, randomUUID } from 'node:crypto';
import { until } from '@capture/testing';
import { OWN_PAGE, type ConsoleApi } from '../clients/console-api.js';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Until the step after the current one has come. */
const NEXT_STEP_MS = 45_000;

function fromBase32(text: string): Buffer {
  const bits = [...text].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A person's authenticator app: codes by time (RFC 6238), worked out without any code of the product. */
export class Authenticator {
  private readonly key: Buffer;
  private last = 0;

  /** @param secret base32, as the page shows it */
  constructor(secret: string) {
    this.key = fromBase32(secret);
  }

  /** Turns on the second factor of the person who is signed in. @throws Error with the status of a refusal */
  static async enabled(
    api: ConsoleApi,
    currentPassword: string,
  ): Promise<{ phone: Authenticator; recoveryCodes: string[] }> {
    const begun = await api.call<{ secret: string }>('POST', '/second-factor/begin', {
      body: { currentPassword },
      headers: { ...OWN_PAGE, 'idempotency-key': randomUUID() },
    });
    const phone = new Authenticator(begun.body.secret);
    const confirmed = await api.call<{ recoveryCodes: string[] }>('POST', '/second-factor/confirm', {
      body: { code: await phone.code() },
    });
    if (confirmed.status !== 200) throw new Error(`the confirmation was answered ${confirmed.status}`);
    return { phone, recoveryCodes: confirmed.body.recoveryCodes };
  }

  /**
   * A code that was not given before: of the current step or of the next one, which is accepted too, so that two calls do
   * not wait.
   */
  async code(): Promise<string> {
    const now = (): number => Math.floor(Date.now() / STEP_MS);
    await until('a new code', () => now() >= this.last, NEXT_STEP_MS);
    this.last = Math.max(now(), this.last + 1);
    return this.codeOf(this.last);
  }

  private codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac('sha1', this.key).update(counter).digest();
    const at = digest.readUInt8(digest.length - 1) & 0x0f;
    return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }
}
