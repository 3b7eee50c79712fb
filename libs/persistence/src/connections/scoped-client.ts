import type pg from 'pg';
import { expectAnswer } from './answer-limits.js';
import { Client, type Callback, type Statement } from './driver-internals.js';
import type { Scope } from './organization-scope.js';
import {
  BEGIN,
  COMMIT,
  ScopedQueries,
  ScopedQuery,
  SET_ORGANIZATION,
  type ScopedStatement,
} from './scoped-query.js';
import { SETTINGS, type TransactionSettings } from './transaction-settings.js';

export interface ScopedClientConfig extends pg.ClientConfig {
  /** The server has so long to answer a statement; without it, for ever. */
  answerLimitMs?: number | undefined;
}

/** PostgreSQL's `read_only_sql_transaction`. */
const READ_ONLY = '25006';
/** They touch no rows, and some have to be a transaction's first statement or run in a failed one. */
const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION)\b/;
const ENDS_TRANSACTION = /^(COMMIT|ROLLBACK)$/;

/** A connection that sends the organization with every statement. */
export class ScopedClient extends Client {
  /** Of the work that has this connection checked out: a transaction keeps the one it was opened in. */
  private scope: Scope | undefined;
  /** The organization that the running transaction has set. */
  sentOrganization: string | undefined;
  /** Stands for the transaction that is open: none from when its end is asked for. */
  transaction: object | undefined;
  /** Of a transaction that begins with its first statement. */
  private toBegin: TransactionSettings | undefined;
  /** The server was told that a transaction begins, which has to be told to end as well. */
  hasBegun = false;
  /** The server keeps the statements that begin and end a transaction. */
  private canBegin = false;
  /** The server has refused a change: it may have been demoted, and never take one again. */
  isReadOnly = false;
  readonly openedAt = performance.now();
  private readonly answerLimitMs: number | undefined;

  constructor(config: ScopedClientConfig) {
    super(config);
    this.answerLimitMs = config.answerLimitMs;
    // The driver closes the statement of a query whose values it cannot send, and goes on taking it for prepared.
    const close = this.connection.close.bind(this.connection);
    this.connection.close = (statement) => (statement.name ? undefined : close(statement));
  }

  /** Makes the connection ready for the next caller of the pool; forgets the transaction of the one before. */
  serve(scope: Scope): this {
    this.scope = scope;
    this.sentOrganization = undefined;
    this.transaction = undefined;
    this.toBegin = undefined;
    this.hasBegun = false;
    return this;
  }

  /** Says to the pool, which asks when it gets the connection back, that this one is of no use any more. */
  giveUp(): void {
    this._queryable = false;
  }

  /**
   * Begins a transaction with the next statement, in one message.
   * @throws Error of the driver
   */
  async begin(settings: TransactionSettings): Promise<void> {
    if (!this.canBegin) await this.keepBegin();
    this.canBegin = true;
    this.sentOrganization = undefined;
    this.transaction = {};
    this.toBegin = settings;
    this.hasBegun = false;
  }

  /** Has the server keep the statements that begin and end a transaction. */
  private async keepBegin(): Promise<void> {
    const answered = expectAnswer(this.connection, this.answerLimitMs);
    try {
      for (const statement of [BEGIN, SETTINGS, COMMIT]) await super.query(statement);
    } finally {
      answered();
    }
  }

  /** The settings of the transaction that begins with what is being sent; `isWhole` says that it ends with it too. */
  takeBegin(isWhole: boolean): TransactionSettings | undefined {
    const begins = this.toBegin;
    this.toBegin = undefined;
    if (begins && !isWhole) this.hasBegun = true;
    return begins;
  }

  /** Has everything that `work` sends go out together. */
  inOneWrite(work: () => void): void {
    const { stream } = this.connection;
    stream.cork();
    try {
      work();
    } finally {
      stream.uncork();
    }
  }

  override query(config: unknown, values?: unknown, callback?: Callback): unknown {
    if (!isStatement(config))
      throw new Error(
        'statements come as objects with a text: anything else would go out without its organization',
      );
    if (!callback) return this.answered(() => this.send(config, values) as Promise<unknown>);
    const settled = this.expect();
    return this.send(config, values, (error, result) => {
      settled(error);
      callback(error, result);
    });
  }

  /**
   * Sends statements of one transaction in one message; each runs after the one before. Resolves to the driver's results.
   * @param commits the transaction ends with them
   * @throws Error of the driver, of the first statement that fails: none after it has run
   */
  queryTogether(
    statements: readonly [Statement, ...Statement[]],
    commits: boolean,
  ): Promise<pg.QueryResult[]> {
    const query = new ScopedQueries(this, this.scope?.organization ?? '', statements, commits);
    if (commits) this.transaction = undefined;
    return this.answered(() => this.submit(query) as Promise<pg.QueryResult[]>);
  }

  private async answered<T>(send: () => Promise<T>): Promise<T> {
    const settled = this.expect();
    try {
      const result = await send();
      settled();
      return result;
    } catch (error) {
      settled(error);
      throw error;
    }
  }

  /** Waits for the server's answer, which is told to the function that this returns. */
  private expect(): (error?: unknown) => void {
    const answered = expectAnswer(this.connection, this.answerLimitMs);
    return (error) => {
      answered();
      if ((error as { code?: unknown } | undefined)?.code === READ_ONLY) this.isReadOnly = true;
    };
  }

  private send(config: ScopedStatement, values: unknown, callback?: Callback): unknown {
    if (config === SET_ORGANIZATION) return super.query(config);
    if (TRANSACTION_CONTROL.test(config.text)) {
      this.sentOrganization = undefined;
      if (config.text === 'BEGIN') this.transaction = {};
      else if (ENDS_TRANSACTION.test(config.text)) this.transaction = undefined;
      return super.query(config, values, callback);
    }
    const organization = config.organization ?? this.scope?.organization ?? '';
    const query = new ScopedQuery(this, organization, config, values);
    if (config.commits) this.transaction = undefined;
    return this.submit(query, callback);
  }

  private submit(query: ScopedQuery | ScopedQueries, callback?: Callback): unknown {
    if (callback) {
      query.callback = callback;
      return super.query(query);
    }
    return new Promise((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result));
      super.query(query);
    });
  }
}

function isStatement(config: unknown): config is ScopedStatement {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);
}
