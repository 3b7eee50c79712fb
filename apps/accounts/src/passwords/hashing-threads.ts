import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Hashing } from './hashing.thread.js';

/** Half of the cores, two at most. */
export const HASHING_THREADS = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** How long a thread without work is kept. */
const IDLE_MS = 60_000;

/** A file beside this one, compiled or, under tests, as it was written. */
function threadFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./hashing.thread.${extension}`, import.meta.url));
}

/**
 * Threads of a low priority that hash passwords. One that dies is replaced; the hash that it worked on is lost, and
 * its caller gets an error.
 */
export class HashingThreads {
  private readonly pool: Piscina<Hashing, Uint8Array>;

  constructor(onError: (error: unknown) => void) {
    this.pool = new Piscina<Hashing, Uint8Array>({
      filename: threadFile(),
      minThreads: 0,
      maxThreads: HASHING_THREADS,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      // A thread needs none of the settings of the process.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    // Of a thread that dies without work; unheard, it would end the process.
    this.pool.on('error', onError);
  }

  async hash(hashing: Hashing): Promise<Buffer> {
    return Buffer.from(await this.pool.run(hashing));
  }

  /** Ends the threads; what they work on is lost. A hash that was begun is not interrupted: this waits for it. */
  end(): Promise<void> {
    return this.pool.destroy();
  }
}
