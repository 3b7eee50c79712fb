import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { parseApiKey, sha256Hex, type CredentialChanged, type ResolvedCredential } from '@capture/contracts';
import { Bus, type Subscription } from '@capture/messaging';
import { Clock } from '@capture/platform';
import { CredentialCache } from './credential-cache.js';
import { CredentialQuestion } from './credential-question.js';

/** Resolves API keys. A key itself never leaves this process: the accounts service is asked by its hash. */
@Injectable()
export class Credentials implements OnModuleInit, OnApplicationShutdown {
  private readonly cache: CredentialCache;
  private subscriptions: Subscription[] = [];

  constructor(
    private readonly bus: Bus,
    private readonly clock: Clock,
    question: CredentialQuestion,
  ) {
    this.cache = new CredentialCache((keySha256) => question.ask(keySha256));
  }

  onModuleInit(): void {
    this.subscriptions = [
      this.bus.subscribe('credential.changed', ({ data }) =>
        this.cache.forgetKey((data as CredentialChanged).keyId),
      ),
      this.bus.subscribe('organization.updated', ({ organizationId }) =>
        this.cache.outdateOrganization(organizationId),
      ),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  /**
   * Undefined when the key is not valid right now, whether malformed, unknown, revoked or expired.
   * @throws AppError `service_unavailable` when accounts does not answer.
   */
  async resolve(key: string): Promise<ResolvedCredential | undefined> {
    if (!parseApiKey(key)) return undefined;
    return this.unlessExpired(await this.cache.get(sha256Hex(key)));
  }

  /** As `resolve`, for a key that was resolved within the last seconds; undefined for every other. */
  recent(key: string): ResolvedCredential | undefined {
    return this.unlessExpired(this.cache.take(sha256Hex(key)));
  }

  /** A key expires at its instant, cached or not. */
  private unlessExpired(credential: ResolvedCredential | null | undefined): ResolvedCredential | undefined {
    if (!credential) return undefined;
    const { expiresAt } = credential;
    return expiresAt !== null && this.clock.now() >= new Date(expiresAt) ? undefined : credential;
  }
}
