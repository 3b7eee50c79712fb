import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Env } from './settings.js';

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  env?: Env;
  /** Resolves true once the process can be used. */
  ready: () => Promise<boolean>;
}

const RESTART_DELAY_MS = 250;
const READY_TIMEOUT_MS = 60_000;

/** Ends a process that may just have ended by itself. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Keeps processes running: one that dies is started again, as an orchestrator would. */
export class Supervisor {
  private readonly children = new Map<string, ChildProcess>();
  private readonly order: ProcessSpec[] = [];
  /** Descriptor of the log that every child writes to itself: nothing is lost when we die first. */
  private readonly log: number;
  private stopping = false;

  constructor(
    logFile: string,
    /** Where name → pid is kept, for the operator and for tests that kill. */
    private readonly pidFile: string,
  ) {
    this.log = openSync(logFile, 'a');
    // Whatever makes us end early must not leave processes behind that nobody watches.
    process.on('exit', () => {
      for (const child of this.children.values()) child.kill('SIGKILL');
    });
  }

  /** Ends what a supervisor that was killed left running: it would hold ports and stores of this instance. */
  async clearLeftOvers(): Promise<void> {
    const known = JSON.parse(await readFile(this.pidFile, 'utf8').catch(() => '{}')) as Record<
      string,
      number
    >;
    for (const [name, pid] of Object.entries(known)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes(`${name}-server`) || command.includes(`${name}/dist/main.js`)) end(pid);
    }
  }

  async start(spec: ProcessSpec): Promise<void> {
    this.order.push(spec);
    this.spawn(spec);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await spec.ready())) {
      if (Date.now() > deadline) throw new Error(`${spec.name} did not become ready; see the log`);
      await new Promise((resolve) => setTimeout(resolve, 50));
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
    closeSync(this.log);
  }

  private note(text: string): void {
    writeSync(
      this.log,
      `${JSON.stringify({ level: 40, time: Date.now(), name: 'supervisor', msg: text })}\n`,
    );
  }

  private spawn(spec: ProcessSpec): void {
    // A group of its own: Ctrl-C in the terminal reaches us only, and we stop the rest in order.
    const child = spawn(spec.command, spec.args, {
      env: { PATH: process.env['PATH'], ...spec.env },
      stdio: ['ignore', this.log, this.log],
      detached: true,
    });
    child.once('error', (error) => this.note(`${spec.name}: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (this.stopping) return;
      this.note(`${spec.name} ended (${signal ?? code}); starting it again`);
      setTimeout(() => {
        if (!this.stopping) this.spawn(spec);
      }, RESTART_DELAY_MS);
    });
    this.children.set(spec.name, child);
    this.notePids();
  }

  /** Renamed into place: whoever reads it finds it whole, however many processes are started again at once. */
  private notePids(): void {
    const pids = Object.fromEntries([...this.children].map(([name, { pid }]) => [name, pid]));
    writeFileSync(`${this.pidFile}.new`, `${JSON.stringify(pids, null, 2)}\n`);
    renameSync(`${this.pidFile}.new`, this.pidFile);
  }
}
