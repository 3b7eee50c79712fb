import { statementsInside, type Statements } from './statements.js';
import type { ScopedClient, ScopedPool } from './scoped-pool.js';

/**
 * Runs `work` in a transaction on a connection of its own, which is closed after `limitMs`: work that hangs must not keep
 * connection and locks. A statement that is running then ends first.
 */
export async function transactDirectly<T>(
  pool: ScopedPool,
  limitMs: number,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
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
    await connection.query({ text: 'BEGIN' });
    const result = await work(statementsInside(connection as unknown as ScopedClient));
    await connection.query({ text: 'COMMIT' });
    release();
    return result;
  } catch (error) {
    await connection.query({ text: 'ROLLBACK' }).then(() => release(), release);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
