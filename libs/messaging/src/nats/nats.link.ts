import { Logger } from '@nestjs/common';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pTimeout from 'p-timeout';

const RETRY_MS = 250;
const MAX_RETRY_MS = 2_000;
const DRAIN_MS = 2_000;

export interface NatsLinkOptions {
  /** One server or several, separated by commas. */
  url: string;
  /** How the connection shows in the server's lists. */
  name: string;
}

/**
 * Takes the credentials out of the addresses, which the client does not do. For `tls://` the client is told as well that
 * the server has to encrypt: by the address alone it would tell one that does not the password.
 */
export function serversOf(url: string): { servers: string[]; user?: string; pass?: string; tls?: object } {
  const addresses = url.split(',').map((address) => new URL(address.trim()));
  const { username, password } = addresses[0] ?? {};
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  const tls = addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {};
  if (!username) return { servers, ...tls };
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password ?? ''), ...tls };
}

/** Lets what is under way finish, for two seconds at most: draining waits for the server, which may hang. */
export async function drained(open: { drain(): Promise<void> }): Promise<void> {
  await pTimeout(
    open.drain().catch(() => undefined),
    { milliseconds: DRAIN_MS, message: false },
  );
}

/**
 * A connection that comes back for ever: the client reconnects by itself, whatever the server said, and a connection
 * that it gave up is replaced by a new one.
 */
export class NatsLink {
  /** Number of connections so far; 0 before the first. */
  generation = 0;
  connected = false;
  private readonly logger = new Logger(NatsLink.name);
  private readonly closing = new AbortController();
  private connection: NatsConnection | undefined;
  private readonly users = new Set<(connection: NatsConnection) => void>();
  private resolveFirst: () => void = () => undefined;
  /** Resolves with the first connection. */
  readonly first = new Promise<void>((resolve) => {
    this.resolveFirst = resolve;
  });

  constructor(private readonly options: NatsLinkOptions) {
    void this.start();
  }

  get closed(): boolean {
    return this.closing.signal.aborted;
  }

  /** @throws Error while there is no connection. */
  get current(): NatsConnection {
    if (!this.connection || !this.connected) throw new Error('NATS is not connected');
    return this.connection;
  }

  /**
   * Calls back with the connection, once there is one, and with each that replaces it. Reconnects keep the object and its
   * subscriptions. Returns a function that ends it.
   */
  each(use: (connection: NatsConnection) => void): () => void {
    this.users.add(use);
    if (this.connection && !this.connection.isClosed()) use(this.connection);
    return () => void this.users.delete(use);
  }

  /** Resolves after `ms`, or at once when the link closes. */
  pause(ms: number): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.closing.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.closing.signal.addEventListener('abort', done);
    });
  }

  async close(): Promise<void> {
    this.closing.abort();
    const { connection } = this;
    if (!connection || connection.isClosed()) return;
    if (this.connected) await drained(connection);
    this.connected = false;
    await connection.close();
  }

  private async start(): Promise<void> {
    for (let attempt = 0; !this.closed; attempt += 1) {
      try {
        const connection = await connect({
          ...serversOf(this.options.url),
          name: this.options.name,
          maxReconnectAttempts: -1,
          // Credentials may be wrong for a while, as during their rotation.
          ignoreAuthErrorAbort: true,
          reconnectTimeWait: RETRY_MS,
          reconnectJitter: RETRY_MS,
          timeout: 5_000,
          pingInterval: 10_000,
        });
        if (this.closed) return await connection.close();
        this.take(connection);
        await this.follow(connection);
        if (this.closed) return;
        this.logger.warn('NATS closed the connection; opening another one');
        attempt = 0;
      } catch (error) {
        if (attempt === 0) this.logger.warn({ err: error }, 'NATS cannot be reached; trying until it can');
        await this.pause(Math.min(RETRY_MS * 2 ** attempt, MAX_RETRY_MS));
      }
    }
  }

  private take(connection: NatsConnection): void {
    this.connection = connection;
    this.up();
    this.resolveFirst();
    for (const use of this.users) use(connection);
  }

  /** Resolves when the connection is closed for good. */
  private async follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.connected = false;
        this.logger.warn('NATS is disconnected');
      }
      if (status.type === 'reconnect') this.up();
    }
    await connection.closed();
    this.connected = false;
  }

  private up(): void {
    this.generation += 1;
    this.connected = true;
    this.logger.log(`NATS is connected (${this.generation})`);
  }
}
