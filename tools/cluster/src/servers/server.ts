// A server beside the cluster, in a network namespace of its own, that a test may kill and start again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { until } from '../control/until.js';
import { addNamespace } from '../network/namespaces.js';

export interface ServerInput {
  name: string;
  ip: string;
  port: number;
  command: string;
  args: string[];
  env?: Record<string, string>;
  log: string;
  /** Starts servers of groups of their own, and ends. */
  leavesServers?: boolean;
  /** File whose first line is the pid of the server that the command keeps running. */
  pidFile?: string;
}

/** True when something accepts connections there. */
function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const answer = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}

export class Server {
  private child: ChildProcess | undefined;

  constructor(private readonly input: ServerInput) {}

  get ip(): string {
    return this.input.ip;
  }

  async create(): Promise<void> {
    await addNamespace(this.input.name, this.input.ip);
    await this.up();
  }

  async up(): Promise<void> {
    const { name, ip, port, command, args, env, log, leavesServers } = this.input;
    const output = openSync(log, 'a');
    const child = spawn('ip', ['netns', 'exec', name, command, ...args], {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
      // A group of its own, so that all of it can be killed at once.
      detached: true,
    });
    closeSync(output);
    this.child = child;
    const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
    const isUp = async (): Promise<boolean> => ended() || (!leavesServers && (await accepts(ip, port)));
    await until(`${name}; its log is ${log}`, isUp);
    // One that leaves servers behind and ends has done its work.
    if (child.exitCode !== null && child.exitCode !== 0) throw new Error(`${name} did not start: ${log}`);
  }

  /** SIGKILL to the process that was started, to its group, and to the server that it keeps running. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
    const { pidFile, ip, port, name } = this.input;
    if (pidFile !== undefined)
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]), 'SIGKILL');
    await until(`${name} to be gone`, async () => !(await accepts(ip, port)));
  }
}
