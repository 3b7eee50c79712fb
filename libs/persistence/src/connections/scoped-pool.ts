import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { OrganizationScopes } from './organization-scope.js';
import type { AnswerLimits } from './answer-limits.js';
import { LookUps } from './look-ups.js';
import { ScopedClient, type ScopedClientConfig } from './scoped-client.js';
import { SET_ORGANIZATION } from './scoped-query.js';

/** Parts of node-postgres that its typings leave out. */
type Checkout = (error: Error | undefined, client: ScopedClient | undefined, done: unknown) => void;
interface PoolInternals {
  connect(callback?: Checkout): Promise<ScopedClient> | undefined;
}

/** Connections for look-ups. */
const MOST_SHARED = 2;
/** Between two times of leaving a server: one whose disk is full refuses every change, and is the only one. */
const BETWEEN_LEAVES_MS = 5_000;

export interface ScopedPoolConfig extends pg.PoolConfig {
  max: number;
  /** Without them the server may take for ever. */
  answerLimits?: AnswerLimits;
}

/** So much later than its caller has given a statement up, the server ends it: nobody waits for it any more. */
const ENDED_LATER_MS = 2_000;

function limitedTo(answerLimitMs: number | undefined): ScopedClientConfig {
  return answerLimitMs === undefined
    ? {}
    : { answerLimitMs, statement_timeout: answerLimitMs + ENDED_LATER_MS };
}

/** A transaction that is being opened. */
interface Opening {
  client?: ScopedClient;
}

/**
 * Connections that send, with every statement, the organization it runs for; the tables' policies enforce it. The scope is
 * the one in which a connection was asked for, not the one in which a statement happens to be sent: Prisma sends what
 * several callers asked for from the context of one of them.
 */
export class ScopedPool extends pg.Pool {
  /** Of the connections that `config` allows it has some, where there are enough. */
  readonly lookUps: LookUps | undefined;
  readonly limit: number;
  private readonly opening = new AsyncLocalStorage<Opening>();
  /** Connections from before that lead to a server which may have been demoted: what they read may be out of date. */
  private leftAt = -Infinity;

  constructor({ answerLimits, ...config }: ScopedPoolConfig, scopes: OrganizationScopes) {
    const shared = Math.min(MOST_SHARED, Math.floor(config.max / 4));
    const own: ScopedClientConfig = { ...config, ...limitedTo(answerLimits?.statementMs) };
    super({
      ...own,
      max: config.max - shared,
      Client: ScopedClient as unknown as NonNullable<pg.PoolConfig['Client']>,
      onConnect: (client) => client.query(SET_ORGANIZATION) as unknown as void,
    });
    this.limit = config.max - shared;
    if (shared > 0)
      this.lookUps = new LookUps({ ...config, ...limitedTo(answerLimits?.lookUpMs) }, scopes, shared);
    this.on('release', (_error, client) => this.judge(client as unknown as ScopedClient));
    const pool = this as unknown as PoolInternals;
    const checkOut = pool.connect.bind(this);
    pool.connect = (callback) => {
      const scope = scopes.current;
      const opening = this.opening.getStore();
      const marked = (client: ScopedClient): ScopedClient => {
        if (opening) opening.client ??= client;
        return client.serve(scope);
      };
      if (!callback) return checkOut()?.then(marked);
      return checkOut((error, client, done) => callback(error, client && marked(client), done));
    };
  }

  /** After a server has refused a change, all connections to it are closed: new ones lead to the server that took over. */
  private judge(client: ScopedClient): void {
    if (client.isReadOnly) this.leave();
    if (client.isReadOnly || client.openedAt < this.leftAt) client.giveUp();
  }

  private leave(): void {
    const now = performance.now();
    if (now - this.leftAt < BETWEEN_LEAVES_MS) return;
    this.leftAt = now;
    this.lookUps?.renew();
  }

  /** Ends the look-ups too. */
  override async end(): Promise<void> {
    await this.lookUps?.end();
    await super.end();
  }

  /**
   * Runs `open`, in which a library opens a transaction over a connection of this pool, and tells it which one that is: the
   * first that is asked for in there.
   */
  noting<T>(open: (opening: Readonly<Opening>) => Promise<T>): Promise<T> {
    const opening: Opening = {};
    return this.opening.run(opening, () => open(opening));
  }
}
