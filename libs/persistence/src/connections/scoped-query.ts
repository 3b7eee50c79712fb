import { Query, type Callback, type Statement, type Wire } from './driver-internals.js';
import { SETTINGS, valuesOf, type TransactionSettings } from './transaction-settings.js';

/** What the driver takes for a statement, and what this adds. */
export interface ScopedStatement extends Statement {
  /** It is the last one of its transaction. */
  commits?: boolean;
  /** For which it runs, where that is not the one of all work on its connection. */
  organization?: string;
}

/** What a connection knows of its transaction. */
export interface TransactionState {
  /** The organization that the running transaction has set. */
  sentOrganization: string | undefined;
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  /** The settings of the transaction that begins with what is being sent; `isWhole` says that it ends with it too. */
  takeBegin(isWhole: boolean): TransactionSettings | undefined;
}

/** Read by the policies of the tables. Local to the transaction: a connection carries nothing over. */
export const SET_ORGANIZATION = {
  name: 'capture_organization',
  text: "SELECT set_config('capture.organization', $1, true)",
  values: [''],
};
export const BEGIN = { name: 'capture_begin', text: 'BEGIN' };
export const COMMIT = { name: 'capture_commit', text: 'COMMIT' };

/** What goes ahead of statements in their message, and after them. */
class Framing {
  /** Commands ahead of the statements that the server has not completed. */
  private before = 0;
  /** The message is a whole transaction, which it is by itself too. */
  private isWhole = false;

  constructor(
    private readonly state: TransactionState,
    private readonly organization: string,
    private readonly commits: boolean,
  ) {}

  get isAhead(): boolean {
    return this.before > 0;
  }

  /** Sends the begin of the transaction, its settings, the organization: what of these the message needs. */
  open(connection: Wire, isSingle: boolean): void {
    const { state, organization } = this;
    const inTransaction = state.getTransactionStatus() === 'T';
    const endsToo = isSingle && this.commits;
    const begins = state.takeBegin(endsToo);
    this.isWhole = begins !== undefined && endsToo;
    if (begins && !this.isWhole) this.send(connection, BEGIN.name);
    const settings = begins ? valuesOf(begins) : [];
    if (settings.some((value) => value !== ''))
      this.send(connection, SETTINGS.name, [...settings, organization]);
    else if (!inTransaction || state.sentOrganization !== organization)
      this.send(connection, SET_ORGANIZATION.name, [organization]);
    state.sentOrganization = organization;
  }

  /** The transaction has to be told to commit. */
  get closes(): boolean {
    return this.commits && !this.isWhole;
  }

  close(connection: Wire): void {
    connection.bind({ statement: COMMIT.name, values: [] });
    connection.execute({});
  }

  /** Takes note that the server has completed a command; true when it was one ahead of the statements. */
  complete(): boolean {
    if (this.before === 0) return false;
    this.before -= 1;
    return true;
  }

  private send(connection: Wire, statement: string, values: string[] = []): void {
    connection.bind({ statement, values });
    connection.execute({});
    this.before += 1;
  }
}

/**
 * A statement that goes out together with the organization it runs for. Both are one message to the server and, outside
 * a transaction, one implicit transaction: no second round trip, and the setting ends with the statement. The first and the
 * last statement of a transaction bring its begin and its end along. The server skips what is left of a message after an
 * error in it, so that no statement runs outside of the transaction, and none commits that failed.
 */
export class ScopedQuery extends Query {
  private readonly framing: Framing;
  /** The statement is complete; what the server completes after it is the commit. */
  private isComplete = false;

  constructor(state: TransactionState, organization: string, statement: ScopedStatement, values: unknown) {
    super(statement, values);
    this.framing = new Framing(state, organization, statement.commits === true);
  }

  override prepare(connection: Wire): void {
    this.framing.open(connection, true);
    super.prepare(this.framing.closes ? closing(connection, this.framing) : connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.framing.isAhead) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.framing.complete() || this.isComplete) return;
    this.isComplete = true;
    super.handleCommandComplete(message, connection);
  }
}

/** The same connection, over which a message is closed before it ends; not one with a statement whose values cannot be sent. */
function closing(connection: Wire, framing: Framing): Wire {
  let isSent = false;
  const execute = (message: object): void => {
    connection.execute(message);
    isSent = true;
  };
  const sync = (): void => {
    if (isSent) framing.close(connection);
    connection.sync();
  };
  return Object.create(connection, { execute: { value: execute }, sync: { value: sync } }) as Wire;
}

/**
 * Several statements in one message, in which each runs after the one before. All of them fail with the first that does; where
 * they commit, nothing commits then.
 */
export class ScopedQueries extends Query {
  private readonly framing: Framing;
  private readonly parts: Query[];
  /** How many of them the server has completed. */
  private completed = 0;
  /** Of the first that could not be sent, or whose rows could not be read. */
  private failure: Error | undefined;

  constructor(
    state: TransactionState,
    organization: string,
    private readonly statements: readonly [Statement, ...Statement[]],
    commits: boolean,
  ) {
    super(statements[0]);
    this.framing = new Framing(state, organization, commits);
    this.parts = statements.map((statement) => new Query(statement));
  }

  override prepare(connection: Wire): void {
    // Where one of them cannot be sent, those before it must not commit: so it is told to begin, and is not told to commit.
    this.framing.open(connection, false);
    const unended = Object.create(connection, { sync: { value: () => undefined } }) as Wire;
    for (const part of this.parts) {
      part.callback = (error) => {
        if (error) this.failure ??= error;
      };
      part.prepare(unended);
      if (this.failure) break;
    }
    if (!this.failure && this.framing.closes) this.framing.close(connection);
    connection.sync();
  }

  override handleRowDescription(message: unknown): void {
    this.parts[this.completed]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    if (!this.framing.isAhead) this.parts[this.completed]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.framing.complete()) return;
    this.parts[this.completed]?.handleCommandComplete(message, connection);
    this.completed += 1;
    // The driver takes the name of what it is answered for, and remembers by it what the server has prepared.
    const { name, text } = this.statements[this.completed] ?? {};
    Object.assign(this, { name, text });
  }

  override handleError(error: Error, connection: Wire): void {
    // The server skipped them: they are not prepared.
    for (const { name } of this.statements.slice(this.completed))
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }

  override handleReadyForQuery(connection: Wire): void {
    const results: unknown[] = [];
    for (const part of this.parts) {
      const settle: Callback = (error, result) => {
        if (error) this.failure ??= error;
        else results.push(result);
      };
      part.callback = settle;
      part.handleReadyForQuery(connection);
    }
    if (this.failure) this.callback?.(this.failure);
    else this.callback?.(null, results);
  }
}
