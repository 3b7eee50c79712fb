import type pg from 'pg';
import type { OrganizationScopes } from './organization-scope.js';
import { readDirectly } from './direct-reads.js';
import { ScopedClient, type ScopedClientConfig } from './scoped-client.js';
import { SET_ORGANIZATION } from './scoped-query.js';

/** Under way on every open connection before another one is opened. */
const BUSY = 8;
/**
 * A connection without work for so long is closed. Those that a burst opened are still there for the next one: to open one,
 * and to have it prepare every statement again, costs more than hundreds of statements.
 */
export const IDLE_MS = 60_000;

/** A connection that sends statements without waiting for the answers to those before. */
interface Shared {
  client: ScopedClient;
  /** Rejects when the server cannot be reached. */
  opened: Promise<unknown>;
  underWay: number;
  idle: NodeJS.Timeout | undefined;
}

/** One that has not been sent. */
interface Waiting {
  send: () => void;
  shared: Shared;
}

/**
 * Look-ups of many callers over few connections. Those that are asked for in one turn of the event loop go out in one write,
 * each with its organization and as a transaction of its own, and none waits for an answer to be read before it is sent: a
 * write wakes the server, which costs more than to look a row up. Only for statements that are quick and wait for no lock, as
 * one holds up those behind it.
 */
export class LookUps {
  private readonly connections: Shared[] = [];
  private readonly waiting: Waiting[] = [];
  private ended = false;

  /** @param limit connections, at least one */
  constructor(
    private readonly config: ScopedClientConfig,
    private readonly scopes: OrganizationScopes,
    private readonly limit: number,
  ) {}

  /** @throws Error of the driver, or of a connection that was lost meanwhile. */
  async find<Row>(sql: string, values: unknown[], name: string): Promise<Row[]> {
    if (this.ended) throw new Error('Cannot use look-ups after they have ended');
    const { organization } = this.scopes.current;
    const shared = this.leastBusy();
    shared.underWay += 1;
    clearTimeout(shared.idle);
    try {
      await shared.opened;
      return await new Promise<Row[]>((resolve, reject) => {
        const send = (): void => {
          readDirectly<Row>(shared.client as unknown as pg.ClientBase, sql, values, {
            name,
            organization,
          }).then(resolve, reject);
        };
        this.put({ send, shared });
      });
    } catch (error) {
      // The server ends a connection with an error too: nobody else may be sent there before it is seen to end.
      if (!isOfStatement(error)) this.forget(shared);
      throw error;
    } finally {
      shared.underWay -= 1;
      if (shared.underWay === 0) this.closeWhenIdle(shared);
    }
  }

  /** Look-ups from now on go over new connections. Those that are open are closed once they have answered. */
  renew(): void {
    for (const shared of this.connections.splice(0)) if (shared.underWay === 0) void this.close(shared);
  }

  /** Closes all connections once they have answered what was sent. */
  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(this.connections.map((shared) => this.close(shared)));
  }

  private leastBusy(): Shared {
    const [least] = this.connections.toSorted((a, b) => a.underWay - b.underWay);
    if (least && (least.underWay < BUSY || this.connections.length >= this.limit)) return least;
    return this.open();
  }

  private open(): Shared {
    const client = new ScopedClient({ ...this.config, pipeline: true } as ScopedClientConfig);
    const opened = client.connect().then(() => client.query(SET_ORGANIZATION));
    const shared: Shared = { client, opened, underWay: 0, idle: undefined };
    opened.catch(() => undefined);
    // Who has asked hears of it; the next one gets another connection.
    client.on('error', () => this.forget(shared));
    client.on('end', () => this.forget(shared));
    this.connections.push(shared);
    return shared;
  }

  private put(one: Waiting): void {
    this.waiting.push(one);
    if (this.waiting.length === 1) setImmediate(() => this.sendAll());
  }

  private sendAll(): void {
    const all = this.waiting.splice(0);
    for (const [{ client }, of] of Map.groupBy(all, ({ shared }) => shared))
      client.inOneWrite(() => {
        for (const { send } of of) send();
      });
  }

  private closeWhenIdle(shared: Shared): void {
    if (!this.connections.includes(shared)) return void this.close(shared);
    shared.idle = setTimeout(() => void this.close(shared), IDLE_MS).unref();
  }

  private forget(shared: Shared): void {
    const index = this.connections.indexOf(shared);
    if (index !== -1) this.connections.splice(index, 1);
  }

  private async close(shared: Shared): Promise<void> {
    clearTimeout(shared.idle);
    this.forget(shared);
    await shared.opened.then(() => shared.client.end()).catch(() => undefined);
  }
}

/** Not of the connection: the server says of its errors how severe they are. */
function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}
