import type { Writable } from 'node:stream';

/** How long the server may take to answer, in milliseconds. */
export interface AnswerLimits {
  lookUpMs: number;
  /** Any other statement, with what it waits for: locks, and the statements before it on its connection. */
  statementMs: number;
}

/**
 * Closes a connection, which fails what waits for it, unless the function that this returns is called in time. A host that
 * is gone without a word would be waited for until TCP gives up, a quarter of an hour later.
 */
export function expectAnswer(connection: { stream: Writable }, limitMs: number | undefined): () => void {
  if (limitMs === undefined) return () => undefined;
  const timer = setTimeout(() => {
    const silence = new Error('the database did not answer in time');
    connection.stream.destroy(Object.assign(silence, { code: 'ETIMEDOUT' }));
  }, limitMs);
  timer.unref();
  return () => clearTimeout(timer);
}
