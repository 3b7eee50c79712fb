import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WebhooksConfig } from '../config.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals signing secrets at rest with AES-256-GCM, each bound to the endpoint that it belongs to. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(config: WebhooksConfig) {
    this.key = Buffer.from(config.CAPTURE_WEBHOOK_SECRET_KEY, 'base64');
  }

  /** base64 of nonce, tag and ciphertext. */
  seal(secret: string, endpointId: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(endpointId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws when the text was sealed with another key, for another endpoint, or was altered. */
  open(sealed: string, endpointId: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(endpointId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  }
}
