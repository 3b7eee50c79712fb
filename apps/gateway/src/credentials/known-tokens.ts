import type { Holders } from '../table/routes.js';

/** Hashes of tokens that worked and were used within the last hour. Their holders are not held back for what others guess. */
export interface KnownTokens {
  recall(tokenSha256: string): Promise<Holders | undefined>;
  remember(tokenSha256: string, holders: Holders): void;
  forget(tokenSha256: string): void;
}

/** Injection token of the `KnownTokens`. */
export const KNOWN_TOKENS = Symbol('known tokens');

export const KNOWN_FOR_MS = 3_600_000;
const MAX_KNOWN = 100_000;

/** Known tokens of this process; beyond `max` the least recently used one is forgotten. */
export class MemoryKnownTokens implements KnownTokens {
  private readonly known = new Map<string, { holders: Holders; until: number }>();

  /** @param now Monotonic milliseconds. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly max = MAX_KNOWN,
  ) {}

  recallNow(tokenSha256: string): Holders | undefined {
    const entry = this.known.get(tokenSha256);
    if (!entry || entry.until <= this.now()) return undefined;
    this.remember(tokenSha256, entry.holders);
    return entry.holders;
  }

  recall(tokenSha256: string): Promise<Holders | undefined> {
    return Promise.resolve(this.recallNow(tokenSha256));
  }

  remember(tokenSha256: string, holders: Holders): void {
    this.known.delete(tokenSha256);
    this.known.set(tokenSha256, { holders, until: this.now() + KNOWN_FOR_MS });
    if (this.known.size <= this.max) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }

  forget(tokenSha256: string): void {
    this.known.delete(tokenSha256);
  }
}
