import { Injectable } from '@nestjs/common';
import { keyedHash, newToken, sameBytes } from '@capture/platform';
import { AccountsConfig } from '../config.js';

/**
 * Browsers that a person has signed in with. Nothing of them is stored: a browser keeps a random id and, as its proof, an HMAC
 * of that id and the person's address. It signs nobody in.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly config: AccountsConfig) {}

  /** What the browser keeps. @param email in lower case */
  issue(email: string): string {
    const id = newToken();
    return `${id}.${this.proof(id, email)}`;
  }

  /** The id of the browser, if it was issued for this person. */
  idOf(device: string | undefined, email: string): string | undefined {
    const [id, proof] = device?.split('.') ?? [];
    if (id === undefined || proof === undefined) return undefined;
    return sameBytes(proof, this.proof(id, email)) ? id : undefined;
  }

  private proof(id: string, email: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `device ${id} ${email}`, 'base64url');
  }
}
