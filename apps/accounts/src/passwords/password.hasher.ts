import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import pLimit from 'p-limit';
import { fromStored, normalized, toStored, type ScryptCost } from './password.model.js';

/** 32 MiB and about 0.2 s of a core (OWASP Password Storage: scrypt). */
const COST: ScryptCost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each run takes a core and one of the four threads that also serve file reads and DNS. */
const MAX_CONCURRENT = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** Callers beyond this many are refused: at 0.2 s a run they would wait longer than anyone does. */
const MAX_UNFINISHED = 50;

function derive(password: string, salt: Buffer, { ln, r, p }: ScryptCost, length: number): Promise<Buffer> {
  const N = 2 ** ln;
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(password, salt, length, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** Hashes passwords with scrypt, a few at a time, so that a flood of sign-ins fills a bounded queue and not the process. */
@Injectable()
export class PasswordHasher {
  private readonly limit = pLimit(MAX_CONCURRENT);
  private unfinished = 0;

  /** What is stored of a password. @throws AppError `service_unavailable` when too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.limited(() => derive(password, salt, COST, HASH_BYTES));
    return toStored({ cost: COST, salt, hash });
  }

  /**
   * Whether the password is the stored one. Hashes it even when none is stored, so that the time of the answer reveals
   * nothing. @throws AppError `service_unavailable` when too many wait.
   */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const decoy = { cost: COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };
    const { cost, salt, hash } = stored === undefined ? decoy : fromStored(stored);
    const given = await this.limited(() => derive(normalized(password), salt, cost, hash.length));
    return timingSafeEqual(given, hash) && stored !== undefined;
  }

  /** To refuse early, before other work is wasted. @throws AppError `service_unavailable` when too many wait. */
  requireCapacity(): void {
    if (this.unfinished < MAX_UNFINISHED) return;
    const detail = 'Too many people sign in at this moment. Try again shortly.';
    throw new AppError('service_unavailable', detail, { retryAfterSec: 5 });
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    this.requireCapacity();
    this.unfinished += 1;
    try {
      return await this.limit(work);
    } finally {
      this.unfinished -= 1;
    }
  }
}
