import type { Writable } from 'node:stream';
import pg from 'pg';

export type Callback = (error: Error | null, result?: unknown) => void;

/** What the driver takes for a statement. */
export interface Statement {
  text: string;
  /** Under which the server keeps it. */
  name?: string;
  values?: unknown;
  types?: unknown;
  rowMode?: string;
}

/** Parts of node-postgres that its typings leave out. */
export interface Wire {
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
  sync(): void;
  /** Texts of statements that the server was sent to keep and has not answered, by their names. */
  submittedNamedStatements: Record<string, string>;
}
interface QueryInternals {
  name?: string | undefined;
  text: string;
  values: unknown;
  types: unknown;
  callback?: Callback;
  queryMode: string;
  _result: { _types: unknown };
  prepare(connection: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
  handleReadyForQuery(connection: Wire): void;
}
interface ClientInternals {
  connection: { stream: Writable; close(statement: { name?: string }): void };
  connect(): Promise<unknown>;
  end(): Promise<void>;
  _queryable: boolean;
  on(event: 'error' | 'end', listener: () => void): this;
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  query(config: unknown, values?: unknown, callback?: Callback): unknown;
}

const DriversQuery = pg.Query as unknown as new (config: unknown, values?: unknown) => QueryInternals;

/** A statement that is always sent with its values apart. */
export class Query extends DriversQuery {
  constructor(statement: Statement, values = statement.values) {
    // The driver copies a whole statement descriptor by descriptor, which takes longer than all the rest of sending it.
    super(statement.rowMode === undefined ? statement.text : statement, values);
    this.queryMode = 'extended';
    this.name = statement.name;
    this.types = statement.types;
    this._result._types = statement.types;
  }
}
export const Client = pg.Client as unknown as new (config: pg.ClientConfig) => ClientInternals;
