import type { ResolvedCredential } from '@capture/contracts';

/** Hard limit: an older answer is asked for again, so that a lost event delays a revocation by no more than this. */
const KNOWN_TTL_MS = 5_000;
const UNKNOWN_TTL_MS = 1_000;
const MAX_KNOWN = 20_000;
const MAX_UNKNOWN = 2_000;

export type Resolve = (keySha256: string) => Promise<ResolvedCredential | null>;

interface Entry {
  credential: ResolvedCredential | null;
  until: number;
}

/**
 * Caches credentials by the hash of their key, for seconds. Concurrent calls with one key share one lookup.
 * Forgetting a key also discards lookups that are still running: their answers may be older than the change.
 */
export class CredentialCache {
  private readonly known = new Map<string, Entry>();
  private readonly unknown = new Map<string, Entry>();
  private lookups = new Map<string, Promise<ResolvedCredential | null>>();

  /** @param now Monotonic milliseconds. */
  constructor(
    private readonly resolve: Resolve,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(keySha256: string): Promise<ResolvedCredential | null> {
    const cached = this.peek(keySha256);
    if (cached !== undefined) return Promise.resolve(cached);
    return this.lookups.get(keySha256) ?? this.lookUp(keySha256);
  }

  /** The cached answer, if there is one. */
  peek(keySha256: string): ResolvedCredential | null | undefined {
    const entry = this.known.get(keySha256) ?? this.unknown.get(keySha256);
    return entry && this.now() < entry.until ? entry.credential : undefined;
  }

  forgetKey(keyId: string): void {
    this.forget((credential) => credential.principal.keyId === keyId);
  }

  forgetOrganization(organizationId: string): void {
    this.forget((credential) => credential.principal.organizationId === organizationId);
  }

  private forget(affected: (credential: ResolvedCredential) => boolean): void {
    for (const [hash, { credential }] of this.known)
      if (credential && affected(credential)) this.known.delete(hash);
    // Whose keys are being looked up is not known yet.
    this.lookups = new Map();
  }

  private lookUp(keySha256: string): Promise<ResolvedCredential | null> {
    const lookups = this.lookups;
    const lookup = this.resolve(keySha256)
      .then((credential) => {
        if (lookups === this.lookups) this.keep(keySha256, credential);
        return credential;
      })
      .finally(() => lookups.delete(keySha256));
    lookups.set(keySha256, lookup);
    return lookup;
  }

  private keep(keySha256: string, credential: ResolvedCredential | null): void {
    const map = credential ? this.known : this.unknown;
    this.known.delete(keySha256);
    this.unknown.delete(keySha256);
    map.set(keySha256, { credential, until: this.now() + (credential ? KNOWN_TTL_MS : UNKNOWN_TTL_MS) });
    if (map.size <= (credential ? MAX_KNOWN : MAX_UNKNOWN)) return;
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
}
