import type pg from 'pg';
import { statementsInside, type TransactionStatements } from './statements.js';
import type { ScopedClient } from './scoped-client.js';
import type { TransactionSettings } from './transaction-settings.js';
import type { ScopedPool } from './scoped-pool.js';

/**
 * Runs `work` in a transaction on a connection of its own, which is closed after `limitMs`: work that hangs must not keep
 * connection and locks. A statement that is running then ends first.
 */
export async function transactDirectly<T>(
  pool: ScopedPool,
  { limitMs, ...settings }: { limitMs: number } & TransactionSettings,
  work: (statements: TransactionStatements) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  const client = connection as unknown as ScopedClient;
  let open = true;
  // Without a listener a connection that is lost between two statements would end the process. The next statement tells.
  const lost = (): void => undefined;
  connection.on('error', lost);
  const release = (error?: Error): void => {
    if (!open) return;
    open = false;
    connection.release(error);
    connection.off('error', lost);
  };
  const timer = setTimeout(() => release(new Error('the transaction took too long')), limitMs);
  try {
    await client.begin(settings);
    const result = await work(statementsInside(client));
    if (client.transaction && client.hasBegun) await commit(connection);
    release();
    return result;
  } catch (error) {
    if (client.hasBegun) await connection.query({ text: 'ROLLBACK' }).then(() => release(), release);
    else release();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error for work that went on after one of its statements had failed: the server has undone all of it. */
async function commit(connection: pg.PoolClient): Promise<void> {
  const { command } = await connection.query({ text: 'COMMIT' });
  if (command !== 'COMMIT') throw new Error(`the transaction had failed before its end: ${command}`);
}
