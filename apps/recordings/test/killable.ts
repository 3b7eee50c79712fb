import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CommandAnswer, CommandPattern, CommandPayload, Principal } from '@capture/contracts';
import { PRINCIPAL_HEADER } from '@capture/contracts';
import { signCall } from '@capture/platform';
import { PRINCIPAL_KEYS, PUBLIC_ORIGIN, type Sandbox } from './service.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Reply {
  id: number;
  answer?: unknown;
  error?: { code: string; message: string };
}

/** Brings the build up to date, so that the child runs what is being tested. */
export async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'apps/recordings'], {
    cwd: ROOT,
  });
}

/** The service as a child process that a test may kill -9 and start again on the same database and store. */
export class KillableService {
  private child: ChildProcess | undefined;
  private url = '';
  private ids = 0;
  private readonly waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();

  constructor(readonly sandbox: Sandbox) {}

  async up(): Promise<void> {
    const child = fork(fileURLToPath(new URL('./child.mjs', import.meta.url)), {
      env: { ...process.env, ...this.sandbox.env },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child = child;
    const [ready] = (await once(child, 'message')) as [{ url: string }];
    this.url = ready.url;
    child.on('message', (message: Reply) => this.settle(message));
    child.once('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('killed'));
      this.waiting.clear();
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  send<P extends CommandPattern>(pattern: P, payload: CommandPayload<P>): Promise<CommandAnswer<P>> {
    this.ids += 1;
    const id = this.ids;
    return new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child?.send({ id, pattern, payload }, (error) => error && reject(error));
    }) as Promise<CommandAnswer<P>>;
  }

  local(url: string): string {
    const { origin, pathname, search } = new URL(url, PUBLIC_ORIGIN);
    if (origin !== PUBLIC_ORIGIN) return url;
    return `${this.url}${pathname.replace(/^\/api/, '')}${search}`;
  }

  vouch(principal: Principal): Record<string, string> {
    return {
      [PRINCIPAL_HEADER]: signCall(
        { principal, ip: '203.0.113.7', issuedAt: Math.floor(Date.now() / 1000) },
        [PRINCIPAL_KEYS],
      ),
    };
  }

  private settle({ id, answer, error }: Reply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else waiting?.resolve(answer);
  }
}
