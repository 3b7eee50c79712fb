import { fileURLToPath } from 'node:url';
import { freePort } from '@capture/platform';
import type { Env, OpenInstance } from '../instance/instance.js';
import { DATABASE_SERVICES, type DatabaseService } from '../instance/service-databases.js';
import { gatewayEnv, serviceEnv } from '../services/settings.js';
import { isReady } from './readiness.js';
import type { Supervisor } from './supervisor.js';

const entryOf = (app: string): string =>
  fileURLToPath(new URL(`../../../../dist/processes/${app}.js`, import.meta.url));

/** Starts every service, then the gateway in front of them, each as a process of its own. */
export async function startApps(
  supervisor: Supervisor,
  instance: OpenInstance,
  infrastructure: Env,
  operatorPort: number,
): Promise<void> {
  const urls = {} as Record<DatabaseService, string>;
  const starts: Promise<void>[] = [];
  for (const service of DATABASE_SERVICES) {
    const port = await freePort();
    urls[service] = `http://127.0.0.1:${port}`;
    const env = { ...serviceEnv(instance, service, port), ...infrastructure };
    const start = supervisor.start({
      name: service,
      command: process.execPath,
      args: [...process.execArgv, entryOf(service)],
      env,
      ready: () => isReady(port),
    });
    // All are waited for together below: one that fails before the last has begun must not end this process.
    start.catch(() => undefined);
    starts.push(start);
  }
  await Promise.all(starts);
  await supervisor.start({
    name: 'gateway',
    command: process.execPath,
    args: [...process.execArgv, entryOf('gateway')],
    env: { ...gatewayEnv(instance, urls, operatorPort), ...infrastructure },
    ready: () => isReady(instance.port, instance.host),
  });
}
