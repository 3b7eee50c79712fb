// One run of a container by runc, from its start to its end.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, openSync, closeSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

export class ContainerRun {
  /** Resolves with the exit code once the container has ended. */
  readonly ended: Promise<number>;
  private over = false;
  private readonly pidFile: string;

  /**
   * @param id unique among all runs
   * @param state folder of runc's own state
   */
  constructor(
    private readonly id: string,
    private readonly state: string,
    bundle: { directory: string; config: object; log: string },
  ) {
    mkdirSync(bundle.directory, { recursive: true });
    writeFileSync(join(bundle.directory, 'config.json'), JSON.stringify(bundle.config));
    const log = openSync(bundle.log, 'a');
    this.pidFile = join(bundle.directory, `${id}.pid`);
    const options = ['--bundle', bundle.directory, '--pid-file', this.pidFile];
    const child = spawn('runc', ['--root', state, 'run', ...options, id], { stdio: ['ignore', log, log] });
    closeSync(log);
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => {
        this.over = true;
        resolve(code ?? 1);
      });
    });
  }

  /** Of its first process, as the node counts. */
  get pid(): number {
    return Number(readFileSync(this.pidFile, 'utf8'));
  }

  /** Signals the first process of the container; nothing happens once it has ended. */
  async signal(signal: 'TERM' | 'KILL'): Promise<void> {
    if (this.over) return;
    // It may end in between.
    await exec('runc', ['--root', this.state, 'kill', this.id, signal]).catch(() => undefined);
  }
}
