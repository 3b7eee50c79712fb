import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PRELOAD = new URL('./moved-clock.mjs', import.meta.url).href;

/** The clock of a whole instance, or of single apps of a distributed one, in the hands of a test. */
export class MovedClock {
  private constructor(private readonly directory: string) {}

  static async make(): Promise<MovedClock> {
    const clock = new MovedClock(await mkdtemp(join(tmpdir(), 'capture-clock-')));
    await clock.move({ all: 0 });
    return clock;
  }

  /** Settings to start the instance with. */
  get env(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${PRELOAD}`, TEST_CLOCK: this.file };
  }

  /** Milliseconds by which clocks are ahead of ours, by app; `all` are the others. Holds for the very next call. */
  async move(offsets: Record<string, number>): Promise<void> {
    await writeFile(`${this.file}.new`, JSON.stringify(offsets));
    await rename(`${this.file}.new`, this.file);
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }

  private get file(): string {
    return join(this.directory, 'offsets.json');
  }
}
