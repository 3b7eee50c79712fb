import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { HashingCall, HashingReply, HashingRequest } from './hashing.thread.js';

/** Half of the cores, two at most. */
const THREADS = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** A file beside this one, compiled or, under tests, as it was written. */
function threadFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./hashing.thread.${extension}`, import.meta.url));
}

/** One thread, started when it is first called. */
class HashingThread {
  private readonly waiting = new Map<
    number,
    { resolve: (digest: string | undefined) => void; reject: (error: Error) => void }
  >();
  private readonly worker: Worker;
  private ids = 0;
  /** Why it answers no more. */
  private dead: Error | undefined;

  constructor() {
    this.worker = new Worker(threadFile(), {
      // It needs none of the settings of the process.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('message', (reply: HashingReply) => this.settle(reply));
    this.worker.on('error', (error) => this.die(error));
    this.worker.on('exit', () => this.die(new Error('the thread has ended')));
    // A process that has nothing else to do may end.
    this.worker.unref();
  }

  get isDead(): boolean {
    return this.dead !== undefined;
  }

  call(call: HashingCall): Promise<string | undefined> {
    if (this.dead) return Promise.reject(this.dead);
    this.ids += 1;
    const request: HashingRequest = { id: this.ids, ...call };
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      this.worker.postMessage(request);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private settle({ id, digest, error }: HashingReply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(digest);
    else waiting?.reject(new Error(error));
  }

  private die(error: unknown): void {
    this.dead ??= error instanceof Error ? error : new Error(String(error));
    for (const { reject } of this.waiting.values()) reject(this.dead);
    this.waiting.clear();
  }
}

/** A SHA-256 of files that is taken in a thread. Once a call of it fails, it is of no use any more. */
export class ThreadHash {
  constructor(
    private readonly thread: HashingThread,
    private readonly state: number,
  ) {}

  /** Goes on with the bytes of a file. Calls must not overlap. @throws Error unless it has exactly this size */
  async add(path: string, sizeBytes: number): Promise<void> {
    await this.thread.call({ kind: 'add', state: this.state, path, sizeBytes });
  }

  /** Lower-case hex. Nothing can be added afterwards. */
  async digest(): Promise<string> {
    const digest = await this.thread.call({ kind: 'digest', state: this.state });
    if (digest === undefined) throw new Error('the thread gave no digest');
    return digest;
  }

  /** Forgets what was added. */
  drop(): void {
    this.thread.call({ kind: 'drop', state: this.state }).catch(() => undefined);
  }
}

/** Threads that hash files: a gigabyte takes half a second, for which the main thread would answer nobody. */
export class HashingThreads {
  private readonly threads: (HashingThread | undefined)[] = Array.from({ length: THREADS });
  private states = 0;

  /** An empty hash. */
  begin(): ThreadHash {
    this.states += 1;
    const index = this.states % THREADS;
    let thread = this.threads[index];
    if (!thread || thread.isDead) this.threads[index] = thread = new HashingThread();
    // A failure is told by the calls that follow.
    thread.call({ kind: 'begin', state: this.states }).catch(() => undefined);
    return new ThreadHash(thread, this.states);
  }

  /** What is being hashed fails. */
  async end(): Promise<void> {
    await Promise.all(this.threads.flatMap((thread) => (thread ? [thread.end()] : [])));
  }
}
