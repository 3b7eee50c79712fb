import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopProcess, until } from '@capture/testing';
import { ROOT } from '../repository.js';
import { fillFromTemplate } from './data-template.js';

export type Mode = 'standalone' | 'distributed';

export interface Credentials {
  baseUrl: string;
  webUrl: string;
  liveKey: string;
  testKey: string;
  operatorUrl: string;
  operatorToken: string;
  organizationId: string;
  /** Sign-in of the organization's owner. */
  consoleEmail: string;
  consolePassword: string;
  pid: number;
  /** Where pages send media, when that is not the instance itself. */
  storeOrigin?: string;
}

/** For an instance that starts with nothing. */
export function emptyDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'capture-e2e-'));
}

const START_TIMEOUT_MS = 240_000;
const READY_EVERY_MS = 500;

export const MODE: Mode = process.env['CAPTURE_E2E_MODE'] === 'distributed' ? 'distributed' : 'standalone';

/** An instance of the product, started by the command of the README in its own process and on its own port. */
export class Product {
  credentials!: Credentials;
  output = '';
  private child: ChildProcess | undefined;

  private constructor(
    readonly mode: Mode,
    readonly dataDir: string,
    readonly port: number,
    /** The same over restarts. */
    private readonly operatorPort: number,
    private readonly env: Record<string, string>,
  ) {}

  /**
   * Starts a new instance; `env` adds settings. It begins with a copy of the first organization and its keys, unless `within`
   * names the directory of its data.
   */
  static async start(env: Record<string, string> = {}, mode: Mode = MODE, within?: string): Promise<Product> {
    const dataDir = within ?? (await emptyDataDir());
    if (within === undefined) await fillFromTemplate(dataDir);
    // When started by root, PostgreSQL runs as another user, who must be able to enter the directory.
    await chmod(dataDir, 0o755);
    const product = new Product(mode, dataDir, await freePort(), await freePort(), env);
    await product.up();
    return product;
  }

  get baseUrl(): string {
    return `http://localhost:${this.port}`;
  }

  /**
   * Begins a start on the data in `within` and stops it by SIGTERM as soon as it has printed `text`. Resolves the exit code.
   */
  static async stopDuringStart(text: string, within: string): Promise<number | null> {
    await chmod(within, 0o755);
    const product = new Product(MODE, within, await freePort(), await freePort(), {});
    const child = product.spawn({});
    await until('the start to come so far', () => product.output.includes(text), START_TIMEOUT_MS);
    await stopProcess(child, 'SIGTERM');
    return child.exitCode;
  }

  /** Starts the process and waits until it reports ready. `changes` are settings for this start only. */
  async up(changes: Record<string, string> = {}): Promise<void> {
    const child = this.spawn(changes);
    const ended = () => child.exitCode !== null;
    await until(
      'the product to start',
      () => ended() || this.output.includes('Capture is ready'),
      START_TIMEOUT_MS,
    );
    if (ended()) {
      const log = await readFile(join(this.dataDir, 'capture.log'), 'utf8').catch(() => '');
      throw new Error(`the product ended with ${child.exitCode}:\n${this.output}\n${log.slice(-3000)}`);
    }
    const text = await readFile(join(this.dataDir, 'dev-credentials.json'), 'utf8');
    this.credentials = JSON.parse(text) as Credentials;
  }

  private spawn(changes: Record<string, string>): ChildProcess {
    const script = this.mode === 'standalone' ? 'start.mjs' : 'distributed.mjs';
    const child = spawn(process.execPath, [join(ROOT, 'tools/bootstrap', script)], {
      cwd: ROOT,
      env: {
        ...process.env,
        // The first instance of a run has built everything.
        CAPTURE_SKIP_BUILD: '1',
        CAPTURE_DATA_DIR: this.dataDir,
        CAPTURE_PORT: String(this.port),
        CAPTURE_OPERATOR_PORT: String(this.operatorPort),
        ...this.env,
        ...changes,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.output = '';
    const keep = (chunk: Buffer): void => void (this.output += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    return child;
  }

  /** Pids of the processes of a distributed instance, by name. */
  async processes(): Promise<Record<string, number>> {
    return JSON.parse(await readFile(join(this.dataDir, 'processes.json'), 'utf8')) as Record<string, number>;
  }

  /**
   * Signals one process of a distributed instance, or the single process of a standalone one. A process that its
   * supervisor is restarting is waited for.
   */
  async kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await until(`a process ${name}`, async () => {
      const pid = this.mode === 'standalone' ? this.credentials.pid : (await this.processes())[name];
      if (pid === undefined) throw new Error(`no process ${name}`);
      return signalled(pid, signal);
    });
  }

  /** Pid of the instance's PostgreSQL. */
  async postgresPid(): Promise<number> {
    const file = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(file.split('\n', 1)[0]);
  }

  /** Waits until every part behind the gateway answers again. */
  async ready(): Promise<void> {
    await until(
      'the API to answer',
      async () => {
        const headers = { authorization: `Bearer ${this.credentials.liveKey}` };
        const paths = ['/capture-requests', '/recordings', '/sessions', '/webhook-endpoints'];
        const answers = await Promise.all(
          paths.map((path) => fetch(`${this.baseUrl}/api/v1${path}?limit=1`, { headers })),
        );
        return answers.every((answer) => answer.ok);
      },
      60_000,
      // A key's budget is 600 reads a minute: asking faster would use it up while a part is not there yet.
      READY_EVERY_MS,
    );
  }

  /** The log of all processes. */
  async log(): Promise<string> {
    return readFile(join(this.dataDir, 'capture.log'), 'utf8');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.child) return null;
    await stopProcess(this.child, signal);
    return this.child.exitCode;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** False when the process no longer exists. */
function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
