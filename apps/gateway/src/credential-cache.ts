import type { ResolvedCredential } from '@capture/contracts';

/** Hard: an answer older than this is asked for again, whatever the bus delivered or lost in between. */
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
 * Remembers for seconds whose key a hash is. One question at a time per key, however many calls wait for the
 * answer. Forgetting a key also voids the answers that are still on their way: they may be older than the change.
 */
export class CredentialCache {
  private readonly known = new Map<string, Entry>();
  private readonly unknown = new Map<string, Entry>();
  private flights = new Map<string, Promise<ResolvedCredential | null>>();

  /** @param now Monotonic milliseconds. */
  constructor(
    private readonly resolve: Resolve,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(keySha256: string): Promise<ResolvedCredential | null> {
    const entry = this.known.get(keySha256) ?? this.unknown.get(keySha256);
    if (entry && this.now() < entry.until) return Promise.resolve(entry.credential);
    return this.flights.get(keySha256) ?? this.fly(keySha256);
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
    // Whose keys are in flight is not known yet.
    this.flights = new Map();
  }

  private fly(keySha256: string): Promise<ResolvedCredential | null> {
    const flights = this.flights;
    const flight = this.resolve(keySha256)
      .then((credential) => {
        if (flights === this.flights) this.keep(keySha256, credential);
        return credential;
      })
      .finally(() => flights.delete(keySha256));
    flights.set(keySha256, flight);
    return flight;
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
