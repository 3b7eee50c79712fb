import 'reflect-metadata';
import { gateway, IN_PROCESS_SERVICES, OperatorServer, type InProcessServices } from '@capture/gateway';
import { BUS, InProcessBus } from '@capture/messaging';
import { ConfigError, logFile, startService, type RunningService } from '@capture/platform';
import { openInstance } from './instance/instance.js';
import { DATABASE_SERVICES, type DatabaseService } from './instance/service-databases.js';
import { printReady } from './seed/banner.js';
import { seed } from './seed/seed.js';
import { MIGRATIONS } from './services/migrations.js';
import { SERVICES } from './services/services.js';
import { gatewayEnv, serviceEnv } from './services/settings.js';
import { Progress } from './terminal/progress.js';
import { stopOnSignals } from './terminal/stop-on-signals.js';

/** Runs the whole product in one process: each service is a Nest application, and all share one in-process bus. */
async function main(): Promise<void> {
  const progress = new Progress();
  progress.note('Starting Capture…');
  const instance = await openInstance(process.env, '.capture', MIGRATIONS, progress);
  const bus = new InProcessBus();
  const running: RunningService[] = [];
  const stop = stopOnSignals(async () => {
    // The gateway stops first: it must not forward to a service that has stopped.
    for (const service of running.reverse()) await service.close();
    await bus.close();
    await instance.close();
  });
  try {
    const inProcess: InProcessServices = {};
    const options = {
      logDestination: logFile(instance.dataDir.log, instance.config.CAPTURE_LOG_MAX_BYTES),
      shared: [
        { provide: BUS, useValue: bus },
        { provide: IN_PROCESS_SERVICES, useValue: inProcess },
      ],
    };
    const urls = {} as Record<DatabaseService, string>;
    let operatorUrl = '';
    await progress.step('services', async () => {
      for (const name of DATABASE_SERVICES) {
        const service = await startService(SERVICES[name], { ...options, env: serviceEnv(instance, name) });
        running.push(service);
        urls[name] = service.url;
        const server = service.app.getHttpServer();
        inProcess[name] = (request, response) => void server.emit('request', request, response);
      }
      const front = await startService(gateway, { ...options, env: gatewayEnv(instance, urls) });
      running.push(front);
      operatorUrl = front.app.get(OperatorServer, { strict: false }).url ?? '';
    });
    // Events are delivered once every consumer has started.
    bus.open();
    const credentials = await seed(instance, operatorUrl);
    printReady(progress, credentials, instance);
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    await stop(1);
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
