/** The page's side of the storage worker. */
import { CaptureError } from '../errors.js';
import type { Durable, StorageCommand, StorageReply } from './worker-protocol.js';

/** Source of the bundled worker, inserted by the build. */
declare const __STORAGE_WORKER__: string;

interface Pending {
  resolve: (durable: Durable | undefined) => void;
  reject: (error: CaptureError) => void;
}

export class StorageWorker {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #failure: CaptureError | undefined;

  constructor(workerUrl?: string | URL) {
    this.#worker = startWorker(workerUrl);
    this.#worker.onmessage = ({ data }: MessageEvent<StorageReply>) => {
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if (data.error) pending?.reject(storageError(data.error));
      else pending?.resolve(data.durable);
    };
    // A worker refused by a Content-Security-Policy reports it only here.
    this.#worker.onerror = (event) => {
      this.#fail(event.message || 'see workerUrl');
    };
  }

  /** Sends a command. Commands are carried out in order. */
  send(command: StorageCommand): Promise<Durable | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ ...command, id });
    });
  }

  /** Terminates the worker once everything sent so far is done. */
  async terminate(): Promise<void> {
    try {
      await this.send({ op: 'close' });
    } finally {
      this.#worker.terminate();
      this.#fail('ended');
    }
  }

  #fail(detail: string): void {
    this.#failure = new CaptureError('unsupported_browser', { detail });
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
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
    // Revoked only after the worker has surely fetched its script.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** Maps a failure of the file system to an SDK error code. */
function storageError(cause: { name: string; message: string }): CaptureError {
  const code = cause.name === 'QuotaExceededError' ? 'quota_exceeded' : 'unsupported_browser';
  return new CaptureError(code, { detail: `${cause.name}: ${cause.message}`, cause });
}
