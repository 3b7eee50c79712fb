import { freePort } from '@capture/platform';
import { openInstance } from './instance/instance.js';
import { printReady } from './seed/banner.js';
import { seed } from './seed/seed.js';
import { MIGRATIONS } from './services/migrations.js';
import { startApps } from './supervisor/apps.js';
import { startInfrastructure } from './supervisor/infrastructure.js';
import { Supervisor } from './supervisor/supervisor.js';
import { Progress } from './terminal/progress.js';
import { stopOnSignals } from './terminal/stop-on-signals.js';

/** Runs the product as one process per app, over real NATS, Redis and PostgreSQL on this machine. */
async function main(): Promise<void> {
  const progress = new Progress();
  const opening = openInstance(process.env, '.capture-distributed', MIGRATIONS, progress);
  let supervisor: Supervisor | undefined;
  // What a start has begun is completed before it is stopped: it would leave processes behind otherwise.
  const stopping = stopOnSignals(async () => {
    const opened = await opening.catch(() => undefined);
    await supervisor?.stop();
    await opened?.close();
  });
  progress.note('Starting Capture, one process per app…');
  const instance = await opening;
  if (stopping.isAsked) return;
  const { log, processes } = instance.dataDir;
  try {
    const running = new Supervisor(log, instance.config.CAPTURE_LOG_MAX_BYTES, processes);
    supervisor = running;
    const infrastructure = await progress.step('NATS and Redis', () =>
      startInfrastructure(running, instance),
    );
    // Known before the gateway starts, and the same after each of its restarts.
    const operatorPort = instance.operator.port || (await freePort());
    await progress.step('services', () => startApps(running, instance, infrastructure, operatorPort));
    const credentials = await seed(instance, `http://${instance.operator.host}:${operatorPort}`);
    printReady(progress, credentials, instance);
  } catch (error) {
    if (!stopping.isAsked)
      process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await stopping.stop(1);
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
