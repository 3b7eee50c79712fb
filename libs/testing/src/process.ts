import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a child process that a test started, and waits until it is gone. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Starts a server binary quietly; its last output is quoted if it dies before `ready` says it is up. */
export async function startServer(
  command: string,
  args: string[],
  ready: () => Promise<boolean>,
  timeoutMs = 60_000,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ChildProcess> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-2000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${output}`)));
  });
  failed.catch(() => undefined);
  const deadline = performance.now() + timeoutMs;
  while (!(await Promise.race([ready(), failed]))) {
    if (performance.now() > deadline) throw new Error(`${command} did not come up: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}
