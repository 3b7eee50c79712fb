const GRACE_MS = 30_000;

/**
 * Calls `close` once, on SIGINT, SIGTERM or when asked to, and ends the process; a second signal, or the end of
 * the grace period, ends it at once.
 */
export function stopOnSignals(close: () => Promise<void>): (exitCode: number) => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number): Promise<void> => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), GRACE_MS).unref();
      try {
        await close();
        process.exit(exitCode);
      } catch (error) {
        process.stderr.write(`stopping failed: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      }
    })();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      process.stdout.write('\nStopping…\n');
      void stop(0);
    });
  }
  return stop;
}
