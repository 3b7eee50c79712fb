import { AppError } from '@capture/contracts';
import type pg from 'pg';
import { readDirectly, readTogether, type NamedStatement, type StatementOptions } from './direct-reads.js';
import type { ScopedClient } from './scoped-client.js';

/** Statements of our own, which go to the driver past the generated client (ADR 68). */
export interface Statements {
  query<Row>(sql: string, values: unknown[], options?: StatementOptions): Promise<Row[]>;
  /** Number of rows that a statement changed. */
  execute(sql: string, values: unknown[]): Promise<number>;
}

/** The same for one transaction. */
export interface TransactionStatements extends Statements {
  /** Rows of several statements that go out in one message; each runs after the one before. */
  together(statements: readonly NamedStatement[], options: { commits: boolean }): Promise<unknown[][]>;
}

export function statementsOver(connection: Pick<pg.ClientBase, 'query'>): Statements {
  return {
    query: (sql, values, options) => readDirectly(connection, sql, values, options),
    execute: async (sql, values) => (await connection.query({ text: sql, values })).rowCount ?? 0,
  };
}

/**
 * Statements for the transaction that is open on `client` now. They stop working when it ends, because the connection then
 * serves another caller.
 * @throws AppError `service_unavailable` for each statement after the end: the transaction took too long.
 */
export function statementsInside(client: ScopedClient): TransactionStatements {
  const { transaction } = client;
  const statements = statementsOver(client as unknown as pg.ClientBase);
  const assertOpen = (): void => {
    if (transaction !== undefined && client.transaction === transaction) return;
    throw new AppError('service_unavailable', 'This took too long, and changed nothing. Try again shortly.', {
      retryAfterSec: 1,
    });
  };
  return {
    query: async (sql, values, options) => {
      assertOpen();
      return statements.query(sql, values, options);
    },
    execute: async (sql, values) => {
      assertOpen();
      return statements.execute(sql, values);
    },
    together: async (several, { commits }) => {
      assertOpen();
      return readTogether(client, several, commits);
    },
  };
}

/** A statement that the server keeps parsed and planned. */
export interface KeptStatement {
  name: string;
  /** It only reads, and waits for no lock of a row. */
  reads: boolean;
}

/** The statements that the server keeps, by their text. */
export class KeptStatements {
  private readonly kept = new Map<string, KeptStatement>();

  of(sql: string): KeptStatement {
    const known = this.kept.get(sql);
    if (known) return known;
    const reads = /^\s*SELECT\b/.test(sql) && !/\bFOR (UPDATE|SHARE|NO KEY|KEY)\b/.test(sql);
    const statement = { name: `capture_${this.kept.size}`, reads };
    this.kept.set(sql, statement);
    return statement;
  }
}
