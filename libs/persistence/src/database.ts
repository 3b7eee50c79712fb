import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { withoutConnectionFailure } from './connection-failure.js';

/** What a generated Prisma client offers inside a transaction that this library relies on. */
export interface TransactionClient {
  $queryRawUnsafe<T>(sql: string, ...values: unknown[]): Promise<T>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
}

/** What a generated Prisma client offers that this library relies on. */
export interface PrismaLike extends TransactionClient {
  $transaction<T>(
    work: (tx: TransactionClient) => Promise<T>,
    options?: { maxWait?: number; timeout?: number },
  ): Promise<T>;
  $connect(): Promise<void>;
  $disconnect(): Promise<void>;
}

interface Ambient {
  client: TransactionClient;
  afterCommit: (() => void)[];
}

const LIMITS = { maxWait: 5_000, timeout: 30_000 };

/**
 * The service's own database. A use case opens a transaction with `run`; every repository called inside joins
 * it without being told, so a fact, its outbox row and a stored answer commit together or not at all.
 */
@Injectable()
export class Database<Client extends PrismaLike = PrismaLike> {
  private readonly ambient = new AsyncLocalStorage<Ambient>();

  constructor(private readonly root: Client) {}

  /** The running transaction's client, or the plain client outside of one. */
  get client(): Client {
    return (this.ambient.getStore()?.client ?? this.root) as Client;
  }

  get inTransaction(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  /**
   * Runs `work` in a transaction, or joins the one that is running.
   * @throws AppError `service_unavailable` when the database cannot be reached.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return work();
    const afterCommit: (() => void)[] = [];
    const result = await this.guarded(() =>
      this.root.$transaction(
        (client: TransactionClient) => this.ambient.run({ client, afterCommit }, work),
        LIMITS,
      ),
    );
    for (const callback of afterCommit) callback();
    return result;
  }

  /** Runs `work` outside the running transaction, on a connection of its own. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    return this.ambient.exit(work);
  }

  /** Calls back once the running transaction has committed; at once when there is none. */
  onCommit(callback: () => void): void {
    const store = this.ambient.getStore();
    if (store) store.afterCommit.push(callback);
    else callback();
  }

  /** Rows of a parameterized statement (`$1`, `$2`…), inside the running transaction if there is one. */
  query<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.guarded(() => this.client.$queryRawUnsafe<Row[]>(sql, ...values));
  }

  /** Number of rows that a parameterized statement changed. */
  execute(sql: string, ...values: unknown[]): Promise<number> {
    return this.guarded(() => this.client.$executeRawUnsafe(sql, ...values));
  }

  /** Takes a lock named `name` until the running transaction ends; false when another transaction has it. */
  async tryLock(name: string): Promise<boolean> {
    const [row] = await this.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
      name,
    );
    return row?.locked ?? false;
  }

  async close(): Promise<void> {
    await this.root.$disconnect();
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw withoutConnectionFailure(error);
    }
  }
}
