import type { ResolvedCredential } from '@capture/contracts';

/** An older answer is asked for again, so that a lost event delays a revocation by no more than this. */
const KNOWN_TTL_MS = 5_000;
/** From this age on a call has it asked for ahead, and waits for nothing. */
const AHEAD_MS = 4_000;
/** While accounts gives no answer, one of this age still stands (ADR 26). */
const STANDING_MS = 60_000;
/** How long a call waits for accounts while an older answer stands. */
const WAIT_MS = 1_000;
/** After a question without an answer, calls with a standing answer ask no more for this long. */
const PAUSE_MS = 1_000;
const UNKNOWN_TTL_MS = 1_000;
const MAX_KNOWN = 20_000;
const MAX_UNKNOWN = 2_000;

export type Resolve = (keySha256: string) => Promise<ResolvedCredential | null>;

interface Entry {
  credential: ResolvedCredential | null;
  /** Monotonic milliseconds. */
  since: number;
  /** Its organization has changed since: it stands only where there is no newer answer. */
  isOutdated: boolean;
}

interface Lookup {
  answer: Promise<ResolvedCredential | null>;
  isOutdated: boolean;
  /** The key itself may have changed since the question: the answer is not kept. */
  isVoid: boolean;
}

/**
 * Caches credentials by the hash of their key, for seconds. Concurrent calls with one key share one lookup. An answer of the
 * last minute stands when there is no newer one to be had: a silent accounts stops no caller that it knew.
 * Changes count for lookups that are still running as well: their answers may be older than the change.
 */
export class CredentialCache {
  private readonly known = new Map<string, Entry>();
  private readonly unknown = new Map<string, Entry>();
  private readonly lookups = new Map<string, Lookup>();
  private silentUntil = Number.NEGATIVE_INFINITY;

  /** @param now Monotonic milliseconds. */
  constructor(
    private readonly resolve: Resolve,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async get(keySha256: string): Promise<ResolvedCredential | null> {
    const cached = this.take(keySha256);
    if (cached !== undefined) return cached;
    const standing = this.standing(keySha256);
    if (standing && this.now() < this.silentUntil) return standing;
    const lookup = this.lookups.get(keySha256)?.answer ?? this.lookUp(keySha256);
    if (!standing) return lookup;
    return this.orStanding(keySha256, lookup);
  }

  /** The cached answer, if there is one. It is asked for anew ahead of its end. */
  take(keySha256: string): ResolvedCredential | null | undefined {
    const cached = this.peek(keySha256);
    if (cached !== undefined) this.askAhead(keySha256);
    return cached;
  }

  /** The key was revoked, rotated or rescoped: no earlier answer about it counts any more. */
  forgetKey(keyId: string): void {
    for (const [hash, { credential }] of this.known)
      if (credential?.principal.keyId === keyId) this.known.delete(hash);
    // Whose keys are being looked up is not known yet.
    this.release((lookup) => (lookup.isVoid = true));
  }

  /** The organization's plan or limits changed: the next call asks, and the earlier answer stands without a reply. */
  outdateOrganization(organizationId: string): void {
    for (const entry of this.known.values())
      if (entry.credential?.principal.organizationId === organizationId) entry.isOutdated = true;
    this.release((lookup) => (lookup.isOutdated = true));
  }

  private peek(keySha256: string): ResolvedCredential | null | undefined {
    const known = this.known.get(keySha256);
    if (known && !known.isOutdated && this.isWithin(known, KNOWN_TTL_MS)) return known.credential;
    const unknown = this.unknown.get(keySha256);
    return unknown && this.isWithin(unknown, UNKNOWN_TTL_MS) ? unknown.credential : undefined;
  }

  /** Without it every call of a busy key would wait for accounts once in 5 s, all of them at the same instant. */
  private askAhead(keySha256: string): void {
    const known = this.known.get(keySha256);
    if (!known || this.isWithin(known, AHEAD_MS)) return;
    if (this.lookups.has(keySha256) || this.now() < this.silentUntil) return;
    this.lookUp(keySha256).catch(() => (this.silentUntil = this.now() + PAUSE_MS));
  }

  private isWithin({ since }: Entry, ms: number): boolean {
    return this.now() - since < ms;
  }

  private standing(keySha256: string): ResolvedCredential | undefined {
    const entry = this.known.get(keySha256);
    return entry?.credential && this.isWithin(entry, STANDING_MS) ? entry.credential : undefined;
  }

  /** The answer of `lookup`, or the one that still stands by the time that there is none. */
  private async orStanding(
    keySha256: string,
    lookup: Promise<ResolvedCredential | null>,
  ): Promise<ResolvedCredential | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('accounts takes too long')), WAIT_MS);
    });
    try {
      return await Promise.race([lookup, late]);
    } catch {
      this.silentUntil = this.now() + PAUSE_MS;
      // Read again: it may have been revoked meanwhile.
      return this.standing(keySha256) ?? (await lookup);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Marks the lookups that are running, and lets the next call ask anew. */
  private release(mark: (lookup: Lookup) => void): void {
    for (const lookup of this.lookups.values()) mark(lookup);
    this.lookups.clear();
  }

  private lookUp(keySha256: string): Promise<ResolvedCredential | null> {
    const answer = this.resolve(keySha256)
      .then((credential) => {
        if (!lookup.isVoid) this.keep(keySha256, credential, lookup.isOutdated);
        return credential;
      })
      .finally(() => {
        if (this.lookups.get(keySha256) === lookup) this.lookups.delete(keySha256);
      });
    const lookup: Lookup = { answer, isOutdated: false, isVoid: false };
    this.lookups.set(keySha256, lookup);
    return answer;
  }

  private keep(keySha256: string, credential: ResolvedCredential | null, isOutdated: boolean): void {
    // A newer question may have been answered first.
    if (isOutdated && (!credential || this.peek(keySha256) !== undefined)) return;
    const map = credential ? this.known : this.unknown;
    this.known.delete(keySha256);
    this.unknown.delete(keySha256);
    map.set(keySha256, { credential, since: this.now(), isOutdated });
    if (map.size <= (credential ? MAX_KNOWN : MAX_UNKNOWN)) return;
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
}
