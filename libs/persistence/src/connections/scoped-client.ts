import type pg from 'pg';
import { expectAnswer } from './answer-limits.js';
import { Client, Query, type Callback, type Wire } from './driver-internals.js';
import type { Scope } from './organization-scope.js';
import { SETTINGS, valuesOf, type TransactionSettings } from './transaction-settings.js';

/** What the driver takes for a statement, and what this adds. */
interface ScopedStatement {
  text: string;
  /** It is the last one of its transaction. */
  commits?: boolean;
  /** For which it runs, where that is not the one of all work on its connection. */
  organization?: string;
}
export interface ScopedClientConfig extends pg.ClientConfig {
  /** The server has so long to answer a statement; without it, for ever. */
  answerLimitMs?: number | undefined;
}

/** Read by the policies of the tables. Local to the transaction: a connection carries nothing over. */
export const SET_ORGANIZATION = {
  name: 'capture_organization',
  text: "SELECT set_config('capture.organization', $1, true)",
  values: [''],
};
const BEGIN = { name: 'capture_begin', text: 'BEGIN' };
const COMMIT = { name: 'capture_commit', text: 'COMMIT' };
/** PostgreSQL's `read_only_sql_transaction`. */
const READ_ONLY = '25006';
/** They touch no rows, and some have to be a transaction's first statement or run in a failed one. */
const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION)\b/;
const ENDS_TRANSACTION = /^(COMMIT|ROLLBACK)$/;

/**
 * A statement that goes out together with the organization it runs for. Both are one message to the server and, outside
 * a transaction, one implicit transaction: no second round trip, and the setting ends with the statement. The first and the
 * last statement of a transaction bring its begin and its end along. The server skips what is left of a message after an
 * error in it, so that no statement runs outside of the transaction, and none commits that failed.
 */
class ScopedQuery extends Query {
  /** Commands ahead of the statement in this message that the server has not completed. */
  private before = 0;
  /** The statement is complete; what the server completes after it is the commit. */
  private isComplete = false;

  constructor(
    private readonly client: ScopedClient,
    private readonly organization: string,
    private readonly statement: ScopedStatement,
    values: unknown,
  ) {
    super(statement, values);
    this.queryMode = 'extended';
  }

  override prepare(connection: Wire): void {
    const inTransaction = this.client.getTransactionStatus() === 'T';
    const begins = this.client.takeBegin();
    if (begins) this.sendBefore(connection, { statement: BEGIN.name, values: [] });
    const settings = begins ? valuesOf(begins) : [];
    if (settings.some((value) => value !== ''))
      this.sendBefore(connection, { statement: SETTINGS.name, values: settings });
    if (!inTransaction || this.client.sentOrganization !== this.organization)
      this.sendBefore(connection, { statement: SET_ORGANIZATION.name, values: [this.organization] });
    this.client.sentOrganization = this.organization;
    super.prepare(this.statement.commits ? committing(connection) : connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.before === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.before > 0) this.before -= 1;
    else if (!this.isComplete) {
      this.isComplete = true;
      super.handleCommandComplete(message, connection);
    }
  }

  private sendBefore(connection: Wire, message: { statement: string; values: string[] }): void {
    connection.bind(message);
    connection.execute({});
    this.before += 1;
  }
}

/** The same connection, over which a statement commits before its message ends; not one whose values cannot be sent. */
function committing(connection: Wire): Wire {
  let isSent = false;
  const execute = (message: object): void => {
    connection.execute(message);
    isSent = true;
  };
  const sync = (): void => {
    if (isSent) {
      connection.bind({ statement: COMMIT.name, values: [] });
      connection.execute({});
    }
    connection.sync();
  };
  return Object.create(connection, { execute: { value: execute }, sync: { value: sync } }) as Wire;
}

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

  /** False for a transaction without a statement: the server knows nothing of it. */
  get hasBegun(): boolean {
    return this.toBegin === undefined;
  }

  /** The settings of the transaction that begins with the statement that is being sent. */
  takeBegin(): TransactionSettings | undefined {
    const begins = this.toBegin;
    this.toBegin = undefined;
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
    const answered = expectAnswer(this.connection, this.answerLimitMs);
    const failed = (error: unknown): void => {
      answered();
      if ((error as { code?: unknown }).code === READ_ONLY) this.isReadOnly = true;
    };
    if (callback)
      return this.send(config, values, (error, result) => {
        if (error) failed(error);
        else answered();
        callback(error, result);
      });
    const sent = this.send(config, values) as Promise<unknown>;
    sent.then(answered, failed);
    return sent;
  }

  private send(config: ScopedStatement, values: unknown, callback?: Callback): unknown {
    if (config === SET_ORGANIZATION) return super.query(config);
    if (TRANSACTION_CONTROL.test(String(config.text))) {
      this.sentOrganization = undefined;
      if (config.text === 'BEGIN') this.transaction = {};
      else if (ENDS_TRANSACTION.test(String(config.text))) this.transaction = undefined;
      return super.query(config, values, callback);
    }
    const query = new ScopedQuery(
      this,
      config.organization ?? this.scope?.organization ?? '',
      config,
      values,
    );
    if (config.commits) this.transaction = undefined;
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
