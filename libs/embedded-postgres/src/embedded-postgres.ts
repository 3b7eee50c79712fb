import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { exists, locateBinaries, type Binaries } from './binaries.js';
import { ownerOf, stopLeftOver } from './left-over-server.js';
import { ReadOnlySwitch } from './read-only-switch.js';
import { serverEnv } from './server-env.js';
import { serverIdentity, type Identity } from './server-identity.js';
import { removeLeftSocketFiles, takesSocketFile } from './socket-file.js';

const run = promisify(execFile);
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 200;
/** A server that cannot start for lack of space is tried this often. */
const MAX_RETRY_MS = 2_000;
const POLL_MS = 50;
/** What a server says when another one, or what is left of it, still has the directory or the port. */
const HELD = /lock file ".*" already exists|pre-existing shared memory block|could not bind/;
const WRONG_PASSWORD = '28P01';

export interface EmbeddedPostgresOptions {
  /** An absolute path. */
  directory: string;
  port: number;
  password: string;
  /** Further `-c` settings. */
  settings?: Record<string, string>;
}

/**
 * A real PostgreSQL from npm, as a child process of its own group: a Ctrl-C meant for us must not take the
 * database away before requests have drained. Survives our own death; the next start takes it over.
 */
export class EmbeddedPostgres {
  private child: ChildProcess | undefined;
  private stopping = false;
  private hasSocketFile = false;
  private readonly switch: ReadOnlySwitch;

  constructor(private readonly options: EmbeddedPostgresOptions) {
    this.switch = new ReadOnlySwitch(options.directory);
  }

  /** Connection string of the superuser, over TCP on loopback. */
  get adminUrl(): string {
    return this.urlBy('127.0.0.1');
  }

  /**
   * The same for processes of this machine that run as our user, once it has started: by the server's socket file, which
   * costs a statement less than TCP (ADR 80), or `adminUrl` where there can be none.
   */
  get localAdminUrl(): string {
    return this.hasSocketFile ? this.urlBy(encodeURIComponent(this.options.directory)) : this.adminUrl;
  }

  private urlBy(host: string): string {
    return `postgresql://postgres:${this.options.password}@${host}:${this.options.port}/postgres`;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async start(): Promise<void> {
    const identity = await serverIdentity();
    const binaries = await locateBinaries(identity);
    await stopLeftOver(this.options.directory);
    await initialize(this.options, binaries, identity);
    await removeLeftSocketFiles(this.options.directory);
    this.hasSocketFile = await takesSocketFile(this.options.directory);
    await this.switch.prepare(identity);
    const launch = (): Promise<ChildProcess> => this.launch(binaries, identity);
    this.keep(await this.launchFirst(launch), launch);
  }

  /**
   * What our predecessor was just reviving when it died may write its pid file only after we have looked for it, and may
   * be ending by itself; a killed server's children hold its memory for a moment longer.
   */
  private async launchFirst(launch: () => Promise<ChildProcess>): Promise<ChildProcess> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        return await launch();
      } catch (error) {
        if (!HELD.test(String(error)) || Date.now() > deadline) throw error;
      }
      if (!(await stopLeftOver(this.options.directory))) await pause(RETRY_MS);
    }
  }

  /**
   * Refuses changes from now on (SQLSTATE 25006), or takes them again. Reads go on either way, which they do not once the
   * server has crashed for want of space. Works on a full disk, and lasts until the next `start`.
   */
  async setReadOnly(readOnly: boolean): Promise<void> {
    await this.switch.set(readOnly);
    const { child } = this;
    if (child && !hasEnded(child)) child.kill('SIGHUP');
  }

  /** Ends sessions and stops; at once when it already died. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.child) await end(this.child);
  }

  /** A server that dies is started again; it replays its log and nothing committed is lost. */
  private keep(child: ChildProcess, relaunch: () => Promise<ChildProcess>): void {
    child.once('exit', () => {
      if (!this.stopping) void this.revive(relaunch);
    });
  }

  private async revive(relaunch: () => Promise<ChildProcess>): Promise<void> {
    for (let wait = RETRY_MS; !this.stopping; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      try {
        return this.keep(await relaunch(), relaunch);
      } catch {
        // The dead server's children may hold its memory for a moment longer, or the disk may be full.
        await pause(wait);
      }
    }
  }

  private async launch(binaries: Binaries, identity: Identity | undefined): Promise<ChildProcess> {
    const { directory, port, settings } = this.options;
    const flags = {
      listen_addresses: '127.0.0.1',
      // Nobody but the server's user can enter it.
      unix_socket_directories: this.hasSocketFile ? directory : '',
      max_connections: '200',
      ...settings,
    };
    const args = [
      '-D',
      directory,
      '-p',
      String(port),
      ...Object.entries(flags).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ];
    const child = spawn(binaries.postgres, args, {
      ...identity,
      env: serverEnv(),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // Known before it answers, so that a stop in between finds it.
    this.child = child;
    let log = '';
    child.once('error', (error) => (log += error.message));
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-2000);
    });
    // A child that lives on must not keep our process from ending.
    child.unref();
    try {
      await this.answering(child, () => log);
    } catch (error) {
      await end(child);
      throw error;
    }
    return child;
  }

  private async answering(child: ChildProcess, log: () => string): Promise<void> {
    const { directory } = this.options;
    const deadline = Date.now() + START_TIMEOUT_MS;
    // Another server on the same port would answer as well.
    while ((await ownerOf(directory)) !== child.pid || !(await answers(this.adminUrl, directory))) {
      if (child.pid === undefined || hasEnded(child) || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start:\n${log()}`);
      await pause(POLL_MS);
    }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Ends sessions and stops; at once when it never began or already died. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  child.ref();
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  await gone;
}

/** @throws when the server refuses the password: it will not take it later either. */
async function answers(url: string, directory: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD)
      throw new Error(`the PostgreSQL in ${directory} was made with another password`, { cause: error });
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function initialize(
  options: EmbeddedPostgresOptions,
  binaries: Binaries,
  identity: Identity | undefined,
): Promise<void> {
  const { directory, password } = options;
  if (await exists(join(directory, 'PG_VERSION'))) return;
  // Made under another name and renamed when whole: a start that dies half-way leaves nothing to trip over.
  const partial = `${directory}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const passwordFile = `${directory}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (identity) {
    await chown(partial, identity.uid, identity.gid);
    await chown(passwordFile, identity.uid, identity.gid);
  }
  const args = [
    '-D',
    partial,
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
  try {
    await run(binaries.initdb, args, { ...identity, env: serverEnv() });
    await rename(partial, directory);
  } finally {
    await rm(passwordFile, { force: true });
  }
}
