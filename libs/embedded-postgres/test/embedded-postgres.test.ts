import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@capture/platform';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EmbeddedPostgres } from '../src/index.js';

/** A busy machine takes seconds to start a server. */
const SERVER_START = { timeout: 60_000, interval: 25 };

async function valueOf(url: string, expression: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(`SELECT ${expression} AS value`);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

async function count(url: string): Promise<unknown> {
  return valueOf(url, '(SELECT count(*)::int FROM kept)');
}

describe('the embedded PostgreSQL', () => {
  let parent: string;
  let first: EmbeddedPostgres;
  const open = async (): Promise<EmbeddedPostgres> => {
    const options = { directory: join(parent, 'data'), port: await freePort(), password: 'secret' };
    const server = new EmbeddedPostgres(options);
    await server.start();
    return server;
  };

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'capture-embedded-'));
    await chmod(parent, 0o755);
    first = await open();
    const client = new pg.Client({ connectionString: first.adminUrl });
    await client.connect();
    await client.query('CREATE TABLE kept AS SELECT 1 AS id');
    await client.end();
  });

  afterAll(() => rm(parent, { recursive: true, force: true }));

  it('is reached by processes of its machine through a file that only its user can come to', async () => {
    expect(await valueOf(first.adminUrl, 'host(inet_client_addr())')).toBe('127.0.0.1');
    expect(await valueOf(first.localAdminUrl, 'host(inet_client_addr())')).toBe(null);
    expect((await stat(join(parent, 'data'))).mode & 0o077).toBe(0);
  });

  it('knows nothing of the environment that it was started in, where secrets may be', async () => {
    vi.stubEnv('CAPTURE_SECRET_OF_ANOTHER', 'canary');
    const server = new EmbeddedPostgres({
      directory: join(parent, 'other'),
      port: await freePort(),
      password: 'secret',
    });
    await server.start();
    vi.unstubAllEnvs();
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    await client.query('CREATE TABLE env (line text)');
    await client.query(`COPY env FROM PROGRAM 'env'`);
    const { rows } = await client.query<{ line: string }>('SELECT line FROM env');
    await client.end();
    await server.stop();
    expect(rows.some(({ line }) => line.startsWith('PATH='))).toBe(true);
    expect(rows.filter(({ line }) => line.includes('canary'))).toEqual([]);
  });

  it('comes back by itself with everything committed when its server is killed', async () => {
    const before = first.pid;
    process.kill(before ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(first.pid).not.toBe(before), SERVER_START);
    await vi.waitFor(async () => expect(await count(first.adminUrl)).toBe(1), SERVER_START);
  });

  it('takes over a directory whose server outlived the process that started it', async () => {
    const outlived = Number(
      (await readFile(join(parent, 'data', 'postmaster.pid'), 'utf8')).split('\n', 1)[0],
    );
    expect(outlived).toBe(first.pid);
    // The first owner is gone as far as it can be inside one process: it no longer watches its server.
    const abandoned = first.stop();
    const second = await open();
    await abandoned;
    expect(await count(second.adminUrl)).toBe(1);
    expect(second.pid).not.toBe(outlived);
    expect(await count(second.localAdminUrl)).toBe(1);
    await second.stop();
  });

  it('waits for what holds the directory and goes by itself, as what a killed predecessor was reviving does', async () => {
    const { uid, gid } = await stat(join(parent, 'data', 'PG_VERSION'));
    const holder = spawn('sleep', ['1'], { uid, gid });
    await once(holder, 'spawn');
    await writeFile(join(parent, 'data', 'postmaster.pid'), `${holder.pid}\n`);
    const third = await open();
    expect(holder.exitCode).toBe(0);
    expect(await count(third.adminUrl)).toBe(1);
    await third.stop();
  });

  it('leaves no files of the sockets of servers that were killed', async () => {
    const left = join(parent, 'data', '.s.PGSQL.1');
    await writeFile(left, '');
    await writeFile(`${left}.lock`, '1\n');
    const fourth = await open();
    const names = (await readdir(join(parent, 'data'))).filter((name) => name.startsWith('.s.PGSQL'));
    const { port } = new URL(fourth.adminUrl);
    expect(names.sort()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]);
    await fourth.stop();
  });

  it('says at once that its directory was made with another password, and leaves no server running', async () => {
    const options = { directory: join(parent, 'data'), port: await freePort(), password: 'another' };
    await expect(new EmbeddedPostgres(options).start()).rejects.toThrow('was made with another password');
    await expect(stat(join(parent, 'data', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('starts and is reached by TCP where a path is too long for the file of a socket', async () => {
    const directory = join(parent, 'a'.repeat(90));
    const server = new EmbeddedPostgres({ directory, port: await freePort(), password: 'secret' });
    await server.start();
    expect(await valueOf(server.localAdminUrl, 'host(inet_client_addr())')).toBe('127.0.0.1');
    await server.stop();
  });
});
