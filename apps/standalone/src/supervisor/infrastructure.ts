import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@capture/platform';
import type { Env, OpenInstance } from '../instance/instance.js';
import type { Supervisor } from './supervisor.js';

/** Starts the instance's nats-server and redis-server on free loopback ports. Returns the environment that leads to them. */
export async function startInfrastructure(supervisor: Supervisor, instance: OpenInstance): Promise<Env> {
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

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
