import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@capture/embedded-postgres';
import { freePort } from '@capture/platform';

export interface TestPostgres {
  /** Connection string of the superuser, for the maintenance database. */
  adminUrl: string;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL of its own in a temporary directory, on loopback; fast because it may lose its data. */
export async function startPostgres(): Promise<TestPostgres> {
  const parent = await mkdtemp(join(tmpdir(), 'capture-test-pg-'));
  // As root the server runs as another user, who must be able to enter the directory.
  await chmod(parent, 0o755);
  const server = new EmbeddedPostgres({
    directory: join(parent, 'data'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    settings: { fsync: 'off', max_connections: '300' },
  });
  await server.start();
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(parent, { recursive: true, force: true });
  };
  return { adminUrl: server.adminUrl, stop };
}
