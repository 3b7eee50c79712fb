import { AppError } from '@capture/contracts';
import type pg from 'pg';
import { readDirectly } from './direct-reads.js';
import type { ScopedClient } from './scoped-pool.js';

/** Statements of our own, which go to the driver past the generated client (ADR 68). */
export interface Statements {
  /** @param name under which the server keeps the statement parsed and planned */
  query<Row>(sql: string, values: unknown[], name?: string): Promise<Row[]>;
  /** Number of rows that a statement changed. */
  execute(sql: string, values: unknown[]): Promise<number>;
}

export function statementsOver(connection: Pick<pg.ClientBase, 'query'>): Statements {
  return {
    query: (sql, values, name) => readDirectly(connection, sql, values, name),
    execute: async (sql, values) => (await connection.query({ text: sql, values })).rowCount ?? 0,
  };
}

/**
 * Statements for the transaction that is open on `client` now. They stop working when it ends, because the connection then
 * goes to somebody else.
 * @throws AppError `service_unavailable` for each statement after the end: the transaction took too long.
 */
export function statementsInside(client: ScopedClient): Statements {
  const { transaction } = client;
  const statements = statementsOver(client as unknown as pg.ClientBase);
  const assertOpen = (): void => {
    if (transaction !== undefined && client.transaction === transaction) return;
    throw new AppError('service_unavailable', 'This took too long, and changed nothing. Try again shortly.', {
      retryAfterSec: 1,
    });
  };
  return {
    query: async (sql, values, name) => {
      assertOpen();
      return statements.query(sql, values, name);
    },
    execute: async (sql, values) => {
      assertOpen();
      return statements.execute(sql, values);
    },
  };
}
