import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@capture/testing';
import { CLI } from '../repository.js';

interface Line {
  listening?: { secret: string };
  away?: object;
  back?: boolean;
  ended?: { forwarded: number };
  id?: string;
  sequence?: number;
  status?: number | null;
}

/** `capture listen --forward-to URL --json` in its own process, and the JSON lines it printed. */
export class ListenCommand {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => void (this.output += chunk.toString()));
  }

  /** Listens to the organization of the instance that a data directory belongs to. */
  static start(dataDir: string, url: string): ListenCommand {
    const env = { ...process.env, CAPTURE_DATA_DIR: dataDir };
    const child = spawn(process.execPath, [CLI, 'listen', '--forward-to', url, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      // Its own process group, so that the signal reaches all of it, as from a terminal.
      detached: true,
    });
    return new ListenCommand(child);
  }

  get lines(): Line[] {
    const whole = this.output.split('\n').slice(0, -1);
    return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
  }

  /** Waits for the first line that `wanted` accepts. */
  line(what: string, wanted: (line: Line) => boolean): Promise<Line> {
    return until(what, () => this.lines.find(wanted), 60_000);
  }

  /** Ctrl-C. */
  async stop(): Promise<number | null> {
    const { pid } = this.child;
    const gone = once(this.child, 'exit');
    if (this.child.exitCode === null && pid !== undefined) {
      process.kill(-pid, 'SIGINT');
      await gone;
    }
    return this.child.exitCode;
  }
}
