import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@capture/platform';
import type { Env, OpenInstance } from '../instance/instance.js';
import { accepts } from './readiness.js';
import type { Supervisor } from './supervisor.js';

/**
 * Starts the instance's nats-server, unless `NATS_URL` names one, and redis-server, each on a free loopback port.
 * Returns the environment that leads to them.
 */
export async function startInfrastructure(supervisor: Supervisor, instance: OpenInstance): Promise<Env> {
  const natsUrl = instance.env['NATS_URL'] ?? (await startNats(supervisor, instance));
  return { NATS_URL: natsUrl, REDIS_URL: await startRedis(supervisor, instance) };
}

async function startNats(supervisor: Supervisor, instance: OpenInstance): Promise<string> {
  const port = await freePort();
  const natsStore = join(instance.dataDir.path, 'nats');
  await mkdir(natsStore, { recursive: true });
  await supervisor.start({
    name: 'nats',
    command: 'nats-server',
    args: ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', natsStore],
    ready: () => accepts(port),
  });
  return `nats://127.0.0.1:${port}`;
}

async function startRedis(supervisor: Supervisor, instance: OpenInstance): Promise<string> {
  const port = await freePort();
  await supervisor.start({
    name: 'redis',
    command: 'redis-server',
    args: [
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      instance.dataDir.path,
    ],
    ready: () => accepts(port),
  });
  return `redis://127.0.0.1:${port}`;
}
