/** The page's side of the storage worker. */
import { CaptureError } from '../errors.js';
import type { FileWrite, StorageReply, StorageRequest } from './worker-protocol.js';

/** Source of the bundled worker, inserted by the build. */
declare const __STORAGE_WORKER__: string;

/** Small files get their final size at once, so that a full disk cannot refuse a later write. */
const BLOCK_BYTES = 8192;

interface Pending {
  resolve: () => void;
  reject: (error: CaptureError) => void;
}

export class StorageWorker {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #failure: CaptureError | undefined;

  constructor(workerUrl?: string | URL) {
    this.#worker = startWorker(workerUrl);
    this.#worker.onmessage = ({ data: [id, error] }: MessageEvent<StorageReply>) => {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) pending?.reject(storageError(error));
      else pending?.resolve();
    };
    // A worker refused by a Content-Security-Policy reports it only here.
    this.#worker.onerror = (event) => {
      this.#fail(event.message || 'see workerUrl');
    };
  }

  /** Resolves once the writes are on stable storage. Requests are carried out in order. */
  send(takeId: string, writes: readonly FileWrite[], isLast = false): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage([id, takeId, writes, isLast] satisfies StorageRequest);
    });
  }

  /** Replaces a small JSON file of the take, padded with spaces. */
  put(takeId: string, name: string, value: object, isLast = true): Promise<void> {
    const text = JSON.stringify(value);
    // In bytes it may be longer than in characters.
    const { size } = new Blob([text]);
    const padding = ' '.repeat(Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES - size);
    return this.send(takeId, [[name, 0, new Blob([text, padding])]], isLast);
  }

  /** Terminates the worker once everything sent so far is done. */
  async terminate(): Promise<void> {
    try {
      await this.send('', [], true);
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
