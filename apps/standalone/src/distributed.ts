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
  progress.note('Starting Capture, one process per app…');
  const instance = await openInstance(process.env, '.capture-distributed', MIGRATIONS, progress);
  const supervisor = new Supervisor(
    instance.dataDir.log,
    instance.config.CAPTURE_LOG_MAX_BYTES,
    instance.dataDir.processes,
  );
  const stop = stopOnSignals(async () => {
    await supervisor.stop();
    await instance.close();
  });
  try {
    const infrastructure = await progress.step('NATS and Redis', () =>
      startInfrastructure(supervisor, instance),
    );
    // Known before the gateway starts, and the same after each of its restarts.
    const operatorPort = instance.operator.port || (await freePort());
    await progress.step('services', () => startApps(supervisor, instance, infrastructure, operatorPort));
    const credentials = await seed(instance, `http://${instance.operator.host}:${operatorPort}`);
    printReady(progress, credentials, instance);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await stop(1);
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
