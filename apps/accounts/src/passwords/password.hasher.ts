import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import PQueue from 'p-queue';
import { HASHING_THREADS, HashingThreads } from './hashing-threads.js';
import type { Hashing } from './hashing.thread.js';
import { fromStored, normalized, toStored, type ScryptCost } from './password.model.js';

/** 32 MiB and about 0.2 s of a core (OWASP Password Storage: scrypt). */
const COST: ScryptCost = { ln: 15, r: 8, p: 3 };
/** Provides another cost to tests of what happens around passwords, which need no strong hashes. */
export const PASSWORD_COST = Symbol('password cost');
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Callers beyond this many are refused: at 0.2 s a run they would wait longer than anyone does. */
const MAX_UNFINISHED = 50;
/** Places beyond these, for who strangers must not crowd out. */
const RESERVED = 10;
/** On a busy machine a run takes longer. Who has waited this long is refused before their run begins. */
const MAX_WAIT_MS = 10_000;

/** Who has shown something before, such as a sign-in, a link or a browser that is known, goes before strangers. */
export type Caller = 'known' | 'stranger';

/**
 * Hashes passwords with scrypt, a few at a time, so that a flood of sign-ins fills a bounded queue and not the process. It does
 * so in threads of low priority, so that the flood takes no processor time from other calls (ADR 62).
 */
@Injectable()
export class PasswordHasher implements OnApplicationShutdown {
  private readonly logger = new Logger(PasswordHasher.name);
  private readonly threads = new HashingThreads((err) => this.logger.error({ err }, 'a hashing thread died'));
  private readonly queue = new PQueue({ concurrency: HASHING_THREADS });

  constructor(@Optional() @Inject(PASSWORD_COST) private readonly cost: ScryptCost = COST) {}

  /** What is stored of a password. @throws AppError `service_unavailable` when too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const { cost } = this;
    const hash = await this.limited({ password, salt, cost, length: HASH_BYTES });
    return toStored({ cost, salt, hash });
  }

  /**
   * Whether the password is the stored one. Hashes it even when none is stored, so that the time of the answer reveals
   * nothing.
   * @param from who is not to wait behind strangers
   * @throws AppError `service_unavailable` when too many wait.
   */
  async matches(password: string, stored: string | undefined, from: Caller = 'known'): Promise<boolean> {
    const decoy = { cost: this.cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };
    const { cost, salt, hash } = stored === undefined ? decoy : fromStored(stored);
    const hashing = { password: normalized(password), salt, cost, length: hash.length };
    const given = await this.limited(hashing, from);
    return timingSafeEqual(given, hash) && stored !== undefined;
  }

  /** To refuse early, before other work is wasted. @throws AppError `service_unavailable` when too many wait. */
  requireCapacity(from: Caller = 'known'): void {
    const places = from === 'known' ? MAX_UNFINISHED + RESERVED : MAX_UNFINISHED;
    if (this.queue.size + this.queue.pending >= places) throw tooMany();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.end();
  }

  private async limited(hashing: Hashing, from: Caller = 'known'): Promise<Buffer> {
    this.requireCapacity(from);
    const startBy = performance.now() + MAX_WAIT_MS;
    const run = async (): Promise<Buffer> => {
      if (performance.now() > startBy) throw tooMany();
      return this.threads.hash(hashing);
    };
    return this.queue.add(run, { priority: from === 'known' ? 1 : 0 });
  }
}

function tooMany(): AppError {
  const detail = 'Too many people sign in at this moment. Try again shortly.';
  return new AppError('service_unavailable', detail, { retryAfterSec: 5 });
}
