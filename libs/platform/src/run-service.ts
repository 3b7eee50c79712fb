import { constants } from 'node:os';
import { compactHeap } from './compact-heap.js';
import { ConfigError, ServiceConfig } from './config/config.js';
import { startService, type RunningService, type ServiceDefinition } from './service.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Entry point of a process with one service. On SIGTERM or SIGINT it reports unready, goes on answering for the drain delay,
 * then stops once running work is done, at the latest after the grace period. During the start it ends at once. A bad setting ends the process with code 78 (EX_CONFIG).
 */
export async function runService<C extends ServiceConfig>(definition: ServiceDefinition<C>): Promise<void> {
  // As the first process of a container it would be sent no signal that it does not listen for.
  const endAtOnce = (signal: 'SIGTERM' | 'SIGINT'): void => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, endAtOnce);
  try {
    const running = await startService(definition, { env: process.env });
    for (const signal of SIGNALS) process.off(signal, endAtOnce);
    stopOnSignal(running);
    compactHeap();
    // Reports readiness and address to a supervisor that started this process with an IPC channel.
    process.send?.({ ready: definition.name, url: running.url });
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
}

function stopOnSignal(running: RunningService): void {
  const config = running.app.get(ServiceConfig);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    const { CAPTURE_DRAIN_DELAY_MS: delayMs, CAPTURE_SHUTDOWN_GRACE_SEC: graceSec } = config;
    setTimeout(() => process.exit(1), delayMs + graceSec * 1000).unref();
    const stopped = running.drain(delayMs).then(() => running.close());
    void stopped.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
