import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@capture/testing';

const CLI = fileURLToPath(new URL('../../../tools/bootstrap/cli.mjs', import.meta.url));

interface Line {
  listening?: { secret: string };
  away?: object;
  back?: boolean;
  ended?: { forwarded: number };
  id?: string;
  sequence?: number;
  status?: number | null;
}

/** `capture listen --forward-to URL --json` in a process of its own, and the documents that it printed. */
export class Listening {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => void (this.output += chunk.toString()));
  }

  /** Listens to the organization of the instance that a data directory belongs to. */
  static start(dataDir: string, url: string): Listening {
    const env = { ...process.env, CAPTURE_DATA_DIR: dataDir };
    const child = spawn(process.execPath, [CLI, 'listen', '--forward-to', url, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      // A process group of its own, all of which gets what a terminal sends.
      detached: true,
    });
    return new Listening(child);
  }

  get lines(): Line[] {
    const whole = this.output.split('\n').slice(0, -1);
    return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
  }

  /** The first line that `wanted` accepts, as soon as it is there. */
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
