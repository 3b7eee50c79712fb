import { Injectable } from '@nestjs/common';
import { openText, sealText } from '@capture/platform';
import { WebhooksConfig } from '../config.js';

/** Opened secrets that are kept: about as many as a process has busy endpoints, a few MiB. */
const KEPT = 32_768;

/** Encrypts signing secrets at rest, each bound to the endpoint that it belongs to. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;
  /** By sealed text and endpoint, which name one secret for ever: nothing in here becomes wrong. */
  private readonly opened = new Map<string, string>();

  constructor(config: WebhooksConfig) {
    this.key = Buffer.from(config.CAPTURE_WEBHOOK_SECRET_KEY, 'base64');
  }

  seal(secret: string, endpointId: string): string {
    return sealText(this.key, secret, endpointId);
  }

  /** @throws when the text was sealed with another key, for another endpoint, or was altered. */
  open(sealed: string, endpointId: string): string {
    const name = `${endpointId} ${sealed}`;
    const known = this.opened.get(name);
    if (known !== undefined) return known;
    const secret = openText(this.key, sealed, endpointId);
    const [oldest] = this.opened.keys();
    if (this.opened.size >= KEPT && oldest !== undefined) this.opened.delete(oldest);
    this.opened.set(name, secret);
    return secret;
  }
}
