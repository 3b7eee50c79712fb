import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@capture/testing';
import { FilesystemStore } from '../src/object-store.filesystem.js';
import { S3Store } from '../src/object-store.s3.js';
import type { ObjectStore } from '../src/object-store.js';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('./s3-server.sh', import.meta.url));

/** Settings of the service for a store, and how to be rid of it. */
export interface TestStore {
  env: Record<string, string>;
  open(): ObjectStore;
  drop(): Promise<void>;
}

export async function filesystem(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'capture-test-store-'));
  return {
    env: { CAPTURE_STORE: 'filesystem', CAPTURE_STORE_DIR: directory },
    open: () => new FilesystemStore(directory),
    drop: () => rm(directory, { recursive: true, force: true }),
  };
}

/** A real S3 server of the test's own, on loopback. Installed from Debian where it is missing. */
export async function s3(): Promise<TestStore> {
  const home = await mkdtemp(join(tmpdir(), 'capture-test-s3-'));
  const env = { ...process.env, S3_HOME: home, S3_PORT: String(await portRange()), S3_BUCKET: 'test-bucket' };
  const server = (verb: string) => run('bash', [SCRIPT, verb], { env });
  const { stdout } = await server('start');
  const given = new Map(
    stdout
      .split('\n')
      .map((line) => [
        line.split('=', 1)[0] ?? '',
        line.slice(line.indexOf('=') + 1).replaceAll(/^['"]|['"]$/g, ''),
      ]),
  );
  const setting = (name: string): string => given.get(name) ?? '';
  const settings = {
    accessKeyId: setting('S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
  };
  const endpoint = setting('S3_ENDPOINT');
  return {
    env: {
      CAPTURE_STORE: 's3',
      CAPTURE_S3_ENDPOINT: endpoint,
      CAPTURE_S3_BUCKET: 'test-bucket',
      CAPTURE_S3_ACCESS_KEY_ID: settings.accessKeyId,
      CAPTURE_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    open: () => new S3Store({ endpoint, bucket: 'test-bucket', region: 'us-east-1', credentials: settings }),
    drop: async () => {
      await server('wipe');
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The first of five neighbouring ports that were free a moment ago, below those that the system hands out. */
async function portRange(): Promise<number> {
  for (;;) {
    const first = 10_000 + ((await freePort()) % 20_000);
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => canListen(first + offset)));
    if (free.every(Boolean)) return first;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
