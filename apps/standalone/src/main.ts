import 'reflect-metadata';
import { gateway, NEIGHBOURS, type Neighbours } from '@capture/gateway';
import { BUS, InProcessBus } from '@capture/messaging';
import { ConfigError, startService, type RunningService } from '@capture/platform';
import pino from 'pino';
import { printReady } from './banner.js';
import { openInstance } from './instance.js';
import { Progress } from './progress.js';
import { seed } from './seed.js';
import { MIGRATIONS, SERVICES } from './services.js';
import { DATABASE_SERVICES, gatewayEnv, serviceEnv, type DatabaseService } from './settings.js';
import { stopOnSignals } from './stop.js';

/** The whole product in one process: every service as its own Nest application, one in-process bus. */
async function main(): Promise<void> {
  const progress = new Progress();
  progress.note('Starting Capture…');
  const instance = await openInstance(process.env, '.capture', MIGRATIONS, progress);
  const bus = new InProcessBus();
  const running: RunningService[] = [];
  const stop = stopOnSignals(async () => {
    // The gateway first, so that no request finds the services behind it gone.
    for (const service of running.reverse()) await service.close();
    await bus.close();
    await instance.postgres.stop();
    await instance.release();
  });
  try {
    const neighbours: Neighbours = {};
    const options = {
      logDestination: pino.destination(instance.dataDir.log),
      shared: [
        { provide: BUS, useValue: bus },
        { provide: NEIGHBOURS, useValue: neighbours },
      ],
    };
    const urls = {} as Record<DatabaseService, string>;
    await progress.step('services', async () => {
      for (const name of DATABASE_SERVICES) {
        const service = await startService(SERVICES[name], { ...options, env: serviceEnv(instance, name) });
        running.push(service);
        urls[name] = service.url;
        const server = service.app.getHttpServer();
        neighbours[name] = (request, response) => void server.emit('request', request, response);
      }
      running.push(await startService(gateway, { ...options, env: gatewayEnv(instance, urls) }));
    });
    // Events wait until everybody who consumes them is there.
    bus.open();
    const local = `http://${instance.host}:${instance.port}`;
    const credentials = await seed(
      instance.dataDir,
      instance.publicUrl,
      local,
      instance.secrets.operatorToken,
    );
    printReady(progress, credentials, instance.dataDir);
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
