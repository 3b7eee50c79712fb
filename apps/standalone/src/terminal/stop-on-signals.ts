const GRACE_MS = 30_000;

/** One Ctrl-C often arrives twice: from the terminal and from a parent process that passes it on. */
const DUPLICATE_MS = 1_000;

export interface Stopping {
  /** A stop was asked for: a start that is under way need not go on. */
  readonly isAsked: boolean;
  /** Closes, unless that has begun, and exits. */
  stop(exitCode: number): Promise<void>;
}

/**
 * Calls `close` once, on SIGINT, on SIGTERM, when the terminal closes (SIGHUP) or through what is returned, then exits.
 * A second Ctrl-C or the end of the grace period exits at once.
 */
export function stopOnSignals(close: () => Promise<void>): Stopping {
  let stopping: Promise<void> | undefined;
  let askedAt = 0;
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) {
        if (signal === 'SIGINT' && performance.now() - askedAt > DUPLICATE_MS) process.exit(1);
        return;
      }
      askedAt = performance.now();
      // A terminal that has closed fails what is written to it, which must not end the process before it has stopped.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
      process.stdout.write('\nStopping…\n');
      void stop(0);
    });
  }
  return {
    get isAsked() {
      return stopping !== undefined;
    },
    stop,
  };
}
