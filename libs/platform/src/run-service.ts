import { ConfigError, type ServiceConfig } from './config/config.js';
import { startService, type RunningService, type ServiceDefinition } from './service.js';

/**
 * Entry point of a process with one service. It stops on SIGTERM or SIGINT once running work is done, at the latest
 * after the grace period. A bad setting ends the process with code 78 (EX_CONFIG).
 */
export async function runService<C extends ServiceConfig>(definition: ServiceDefinition<C>): Promise<void> {
  try {
    const running = await startService(definition, { env: process.env });
    stopOnSignal(running, Number(process.env['CAPTURE_SHUTDOWN_GRACE_SEC'] ?? 20));
    // Reports readiness and address to a supervisor that started this process with an IPC channel.
    process.send?.({ ready: definition.name, url: running.url });
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(error instanceof ConfigError ? 78 : 1);
  }
}

function stopOnSignal(running: RunningService, graceSec: number): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), graceSec * 1000).unref();
    void running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
