import { Injectable } from '@nestjs/common';
import { openText, sealText } from '@capture/platform';
import { WebhooksConfig } from '../config.js';

/** Encrypts signing secrets at rest, each bound to the endpoint that it belongs to. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(config: WebhooksConfig) {
    this.key = Buffer.from(config.CAPTURE_WEBHOOK_SECRET_KEY, 'base64');
  }

  seal(secret: string, endpointId: string): string {
    return sealText(this.key, secret, endpointId);
  }

  /** @throws when the text was sealed with another key, for another endpoint, or was altered. */
  open(sealed: string, endpointId: string): string {
    return openText(this.key, sealed, endpointId);
  }
}
