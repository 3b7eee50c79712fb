import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '../instance/instance.js';

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  env?: Env;
  /** Resolves true once the process accepts work. */
  ready: () => Promise<boolean>;
}

const RESTART_DELAY_MS = 250;
const READY_TIMEOUT_MS = 60_000;
const LOG_CHECK_MS = 1_000;

/** Keeps processes running: one that dies is started again, as an orchestrator does. */
export class Supervisor {
  private readonly children = new Map<string, ChildProcess>();
  private readonly order: ProcessSpec[] = [];
  /** Every child writes to this descriptor itself, so that nothing is lost when this process dies first. */
  private readonly log: number;
  private readonly logCheck: NodeJS.Timeout;
  private stopping = false;

  constructor(
    private readonly logFile: string,
    private readonly logMaxBytes: number,
    /** JSON of name → pid, for operators and for tests that kill processes. */
    private readonly pidFile: string,
  ) {
    this.log = openSync(logFile, 'a', 0o600);
    chmodSync(logFile, 0o600);
    this.logCheck = setInterval(() => this.capLog(), LOG_CHECK_MS);
    this.logCheck.unref();
    // However this process exits, no child may outlive it unwatched.
    process.on('exit', () => {
      for (const child of this.children.values()) child.kill('SIGKILL');
    });
  }

  /** @throws Error when the process is not ready in time, or everything is being stopped. */
  async start(spec: ProcessSpec): Promise<void> {
    this.assertNotStopping();
    this.order.push(spec);
    this.spawn(spec);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await spec.ready())) {
      this.assertNotStopping();
      if (Date.now() > deadline) throw new Error(`${spec.name} did not become ready; see the log`);
      await pause(50);
    }
  }

  /** Stops in reverse order, each before the next, so that nothing loses what it depends on. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const { name } of this.order.reverse()) {
      const child = this.children.get(name);
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    clearInterval(this.logCheck);
    closeSync(this.log);
  }

  private assertNotStopping(): void {
    if (this.stopping) throw new Error('everything is being stopped');
  }

  private logWarning(text: string): void {
    try {
      writeSync(
        this.log,
        `${JSON.stringify({ level: 40, time: Date.now(), name: 'supervisor', msg: text })}\n`,
      );
    } catch {
      // A full disk must not end what keeps everything running.
    }
  }

  /** A full log becomes `<file>.1`. Emptied in place: the children go on writing to the same descriptor. */
  private capLog(): void {
    try {
      if (fstatSync(this.log).size < this.logMaxBytes) return;
      copyFileSync(this.logFile, `${this.logFile}.1`);
    } catch {
      // Without space for a copy the older lines are given up.
    }
    if (fstatSync(this.log).size >= this.logMaxBytes) ftruncateSync(this.log, 0);
  }

  private spawn(spec: ProcessSpec): void {
    // In a process group of its own a child gets no Ctrl-C; the supervisor stops the children in order.
    const child = spawn(spec.command, spec.args, {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...spec.env },
      stdio: ['ignore', this.log, this.log],
      detached: true,
    });
    child.once('error', (error) => this.logWarning(`${spec.name}: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (this.stopping) return;
      this.logWarning(`${spec.name} ended (${signal ?? code}); starting it again`);
      setTimeout(() => {
        if (!this.stopping) this.spawn(spec);
      }, RESTART_DELAY_MS);
    });
    this.children.set(spec.name, child);
    this.writePids();
  }

  /** Renamed into place, so that readers always find a complete file. */
  private writePids(): void {
    const pids = Object.fromEntries([...this.children].map(([name, { pid }]) => [name, pid]));
    try {
      writeFileSync(`${this.pidFile}.new`, `${JSON.stringify(pids, null, 2)}\n`);
      renameSync(`${this.pidFile}.new`, this.pidFile);
    } catch (error) {
      this.logWarning(`the list of processes could not be written: ${String(error)}`);
    }
  }
}
