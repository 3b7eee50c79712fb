import { InProcessBus } from '@capture/messaging';
import { RedisServer, until } from '@capture/testing';
import { Redis } from 'ioredis';
import { bearer, FakeAccounts, startGateway, type Harness } from './gateway.harness.js';

/** Two gateways that share accounts, bus and one real Redis. */
export class GatewayPair {
  private constructor(
    readonly redis: RedisServer,
    readonly accounts: FakeAccounts,
    private readonly bus: InProcessBus,
    private readonly gateways: Harness[],
  ) {}

  /** @param timeoutMs How long they wait for Redis. */
  static async start(timeoutMs: number): Promise<GatewayPair> {
    const redis = await RedisServer.start();
    const bus = new InProcessBus();
    const accounts = new FakeAccounts();
    accounts.serve(bus);
    const env = { REDIS_URL: redis.url, CAPTURE_REDIS_TIMEOUT_MS: String(timeoutMs) };
    const start = (): Promise<Harness> =>
      startGateway((services) => void services.recordings.all('/*', () => ({})), env, { bus, accounts });
    const pair = new GatewayPair(redis, accounts, bus, [await start(), await start()]);
    await pair.countTogether();
    return pair;
  }

  get urls(): string[] {
    return this.gateways.map(({ url }) => url);
  }

  fetch(key: string, gateway: number): Promise<Response> {
    return fetch(`${this.urls[gateway]}/api/v1/recordings`, { headers: bearer(key) });
  }

  async read(key: string, gateway: number): Promise<{ status: number; ms: number }> {
    const start = performance.now();
    const response = await this.fetch(key, gateway);
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - start };
  }

  /** Waits until both count over Redis: what one takes, the other sees. */
  async countTogether(): Promise<void> {
    const client = new Redis(this.redis.url);
    await until('both gateways to count together', async () => {
      const { key, principal } = this.accounts.add();
      await this.read(key, 0);
      await this.read(key, 1);
      return (await client.llen(`capture:budget:read:${principal.keyId}`)) === 2;
    }).finally(() => client.disconnect());
  }

  async close(): Promise<void> {
    for (const gateway of this.gateways) await gateway.close();
    await this.bus.close();
    await this.redis.kill('SIGKILL');
  }
}
