import type { Writable } from 'node:stream';
import pg from 'pg';

export type Callback = (error: Error | null, result?: unknown) => void;

/** Parts of node-postgres that its typings leave out. */
export interface Wire {
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
  sync(): void;
}
interface QueryInternals {
  callback?: Callback;
  queryMode: string;
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
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

export const Query = pg.Query as unknown as new (config: unknown, values?: unknown) => QueryInternals;
export const Client = pg.Client as unknown as new (config: pg.ClientConfig) => ClientInternals;
