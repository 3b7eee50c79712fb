import type { RedisConnection } from '../budgets/redis-connection.js';
import type { Holders } from '../table/routes.js';
import { KNOWN_FOR_MS, MemoryKnownTokens, type KnownTokens } from './known-tokens.js';

const keyOf = (tokenSha256: string): string => `capture:known:${tokenSha256}`;

/** Known tokens that every gateway learns from the others over Redis. Without Redis each knows its own. */
export class SharedKnownTokens implements KnownTokens {
  constructor(
    private readonly connection: RedisConnection,
    private readonly local = new MemoryKnownTokens(),
  ) {}

  async recall(tokenSha256: string): Promise<Holders | undefined> {
    const holders = this.local.recallNow(tokenSha256);
    // Another gateway may know by now which it is.
    if (holders !== undefined && holders !== 'either') return holders;
    try {
      const asked = this.connection.client.getex(keyOf(tokenSha256), 'PX', KNOWN_FOR_MS);
      const found = await this.connection.within(asked);
      if (found !== 'one' && found !== 'many' && found !== 'either') return holders;
      this.local.remember(tokenSha256, found);
      return found;
    } catch {
      return holders;
    }
  }

  remember(tokenSha256: string, holders: Holders): void {
    this.local.remember(tokenSha256, holders);
    const { client } = this.connection;
    client.set(keyOf(tokenSha256), holders, 'PX', KNOWN_FOR_MS).catch(() => undefined);
  }

  forget(tokenSha256: string): void {
    this.local.forget(tokenSha256);
    this.connection.client.del(keyOf(tokenSha256)).catch(() => undefined);
  }
}
