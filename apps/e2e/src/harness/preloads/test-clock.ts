import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PRELOAD = new URL('./test-clock.preload.mjs', import.meta.url).href;

/** Lets a test move the clock of an instance, or of single apps of a distributed one. */
export class TestClock {
  private constructor(private readonly directory: string) {}

  static async create(): Promise<TestClock> {
    const clock = new TestClock(await mkdtemp(join(tmpdir(), 'capture-clock-')));
    await clock.move({ all: 0 });
    return clock;
  }

  /** Environment of the instance. */
  get env(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${PRELOAD}`, TEST_CLOCK: this.file };
  }

  /** Sets by how many milliseconds clocks are ahead, by app; `all` for the others. Takes effect at once. */
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
