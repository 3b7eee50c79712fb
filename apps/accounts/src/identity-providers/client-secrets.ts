import { Injectable } from '@nestjs/common';
import { keyedHash, openText, sealText } from '@capture/platform';
import { AccountsConfig } from '../config.js';

/** Seals the secrets by which providers know us, each for its organization. */
@Injectable()
export class ClientSecrets {
  private readonly key: Buffer;

  constructor(config: AccountsConfig) {
    this.key = Buffer.from(keyedHash(config.CAPTURE_SIGN_IN_SECRET, 'client secrets'), 'hex');
  }

  seal(organizationId: string, secret: string): string {
    return sealText(this.key, secret, organizationId);
  }

  /** @throws when it was sealed with another `CAPTURE_SIGN_IN_SECRET`, or for another organization. */
  open(organizationId: string, sealed: string): string {
    return openText(this.key, sealed, organizationId);
  }
}
