import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@capture/platform';
import { printReady } from './banner.js';
import { openInstance, type OpenInstance } from './instance.js';
import { Progress } from './progress.js';
import { seed } from './seed.js';
import { MIGRATIONS } from './services.js';
import { DATABASE_SERVICES, gatewayEnv, serviceEnv, type DatabaseService, type Env } from './settings.js';
import { stopOnSignals } from './stop.js';
import { Supervisor } from './supervisor.js';

const entryOf = (app: string): string => fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** nats-server and redis-server of this instance, on free loopback ports. */
async function startInfrastructure(supervisor: Supervisor, instance: OpenInstance): Promise<Env> {
  const [nats, redis] = [await freePort(), await freePort()];
  const natsStore = join(instance.dataDir.path, 'nats');
  await mkdir(natsStore, { recursive: true });
  await supervisor.start({
    name: 'nats',
    command: 'nats-server',
    args: ['-a', '127.0.0.1', '-p', String(nats), '-js', '-sd', natsStore],
    ready: () => accepts(nats),
  });
  await supervisor.start({
    name: 'redis',
    command: 'redis-server',
    args: [
      '--bind',
      '127.0.0.1',
      '--port',
      String(redis),
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      instance.dataDir.path,
    ],
    ready: () => accepts(redis),
  });
  return { NATS_URL: `nats://127.0.0.1:${nats}`, REDIS_URL: `redis://127.0.0.1:${redis}` };
}

async function startApps(supervisor: Supervisor, instance: OpenInstance, infrastructure: Env): Promise<void> {
  const urls = {} as Record<DatabaseService, string>;
  const starts: Promise<void>[] = [];
  for (const service of DATABASE_SERVICES) {
    const port = await freePort();
    urls[service] = `http://127.0.0.1:${port}`;
    const env = { ...serviceEnv(instance, service, port), ...infrastructure };
    starts.push(
      supervisor.start({
        name: service,
        command: process.execPath,
        args: [...process.execArgv, entryOf(service)],
        env,
        ready: () => isReady(urls[service]),
      }),
    );
  }
  await Promise.all(starts);
  await supervisor.start({
    name: 'gateway',
    command: process.execPath,
    args: [...process.execArgv, entryOf('gateway')],
    env: { ...gatewayEnv(instance, urls), ...infrastructure },
    ready: () => isReady(`http://${instance.host}:${instance.port}`),
  });
}

/** The same product as one process per app over real NATS, Redis and PostgreSQL on this machine. */
async function main(): Promise<void> {
  const progress = new Progress();
  progress.note('Starting Capture, one process per app…');
  const instance = await openInstance(process.env, '.capture-distributed', MIGRATIONS, progress);
  const supervisor = new Supervisor(instance.dataDir.log, instance.dataDir.processes);
  const stop = stopOnSignals(async () => {
    await supervisor.stop();
    await instance.postgres.stop();
    await instance.release();
  });
  try {
    await supervisor.clearLeftOvers();
    const infrastructure = await progress.step('NATS and Redis', () =>
      startInfrastructure(supervisor, instance),
    );
    await progress.step('services', () => startApps(supervisor, instance, infrastructure));
    const local = `http://${instance.host}:${instance.port}`;
    const credentials = await seed(
      instance.dataDir,
      instance.publicUrl,
      local,
      instance.secrets.operatorToken,
    );
    printReady(progress, credentials, instance.dataDir);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    await stop(1);
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
