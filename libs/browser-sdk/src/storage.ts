/** The page's side of the storage worker. */
import { CaptureError } from './errors.js';
import type { Durable, StorageCommand, StorageReply } from './storage-protocol.js';

/** The bundled worker, put in by the build. */
declare const __STORAGE_WORKER__: string;

interface Pending {
  resolve: (durable: Durable | undefined) => void;
  reject: (error: CaptureError) => void;
}

export class Storage {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #dead: CaptureError | undefined;

  constructor(workerUrl?: string | URL) {
    this.#worker = startWorker(workerUrl);
    this.#worker.onmessage = ({ data }: MessageEvent<StorageReply>) => {
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if (data.error) pending?.reject(storageError(data.error));
      else pending?.resolve(data.durable);
    };
    // A worker that a Content-Security-Policy refuses tells it only here.
    this.#worker.onerror = (event) => {
      this.#die(event.message || 'see workerUrl');
    };
  }

  /** Sends a command; commands are carried out in the order in which they are sent. */
  send(command: StorageCommand): Promise<Durable | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#dead) return reject(this.#dead);
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ ...command, id });
    });
  }

  /** Ends the worker once everything sent so far is done. */
  async end(): Promise<void> {
    try {
      await this.send({ op: 'close' });
    } finally {
      this.#worker.terminate();
      this.#die('ended');
    }
  }

  #die(detail: string): void {
    this.#dead = new CaptureError('unsupported_browser', { detail });
    for (const pending of this.#pending.values()) pending.reject(this.#dead);
    this.#pending.clear();
  }
}

function startWorker(workerUrl?: string | URL): Worker {
  if (workerUrl) return new Worker(workerUrl);
  const url = URL.createObjectURL(new Blob([__STORAGE_WORKER__], { type: 'text/javascript' }));
  try {
    return new Worker(url);
  } catch (cause) {
    throw new CaptureError('unsupported_browser', {
      detail: 'see workerUrl',
      cause,
    });
  } finally {
    // The worker has its own hold on the source by the time its script is fetched.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** What the file system refused, as the code that says what the person can do about it. */
function storageError(cause: { name: string; message: string }): CaptureError {
  const code = cause.name === 'QuotaExceededError' ? 'quota_exceeded' : 'unsupported_browser';
  return new CaptureError(code, { detail: `${cause.name}: ${cause.message}`, cause });
}
