import { Injectable } from '@nestjs/common';
import { keyedHash, newToken, sameBytes } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import type { Credentials } from '../passwords/person.repository.js';

/**
 * Browsers that a person has signed in with, by what they sign in with now. Nothing of them is stored: a browser keeps a random id
 * and, as its proof, an HMAC of that id, the person's address and their credentials. It signs nobody in.
 * Each browser has tries of its own. With a former password any number of browsers could have been made known: these no longer count.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly config: AccountsConfig) {}

  /** What the browser keeps. @param email in lower case */
  issue(email: string, credentials: Credentials): string {
    const id = newToken();
    return `${id}.${this.proof(id, email, credentials)}`;
  }

  /** The id of the browser, if it was issued for this person as they sign in now. */
  idOf(device: string | undefined, email: string, credentials: Credentials | undefined): string | undefined {
    const [id, proof] = device?.split('.') ?? [];
    if (id === undefined || proof === undefined || !credentials) return undefined;
    return sameBytes(proof, this.proof(id, email, credentials)) ? id : undefined;
  }

  private proof(id: string, email: string, { passwordHash, secondFactorAt }: Credentials): string {
    const since = secondFactorAt?.toISOString() ?? 'never';
    const text = `device ${id} ${email} ${since} ${passwordHash}`;
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, text, 'base64url');
  }
}
