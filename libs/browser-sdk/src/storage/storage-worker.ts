/** The page's side of the storage worker. */
import { CaptureError } from '../errors.js';
import type { FileWrite, StorageReply, StorageRequest } from './worker-protocol.js';

/** Source of the bundled worker, inserted by the build. */
declare const __STORAGE_WORKER__: string;

/** Small files get their final size at once, so that a full disk cannot refuse a later write. */
const BLOCK_BYTES = 8192;

/** After this many seconds without an answer the worker counts as dead. */
const PATIENCE = 15;

interface Pending {
  sent: StorageRequest;
  settle: (error?: CaptureError) => void;
}

/**
 * Starts the worker with the first request. One that dies after it has worked is replaced by another, which is sent
 * again what was not answered: to write the same bytes at the same place twice does no harm.
 */
export class StorageWorker {
  readonly #url: string | URL | undefined;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #hasWorked = false;
  /** Counted in turns of a timer, of which there are none while the machine sleeps. */
  #silentSec = 0;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(workerUrl?: string | URL) {
    this.#url = workerUrl;
  }

  /** Resolves once the writes are on stable storage. Requests are carried out in order. */
  send(takeId: string, writes: readonly FileWrite[], isLast = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const request: StorageRequest = [id, takeId, writes, isLast];
      this.#post(request);
      this.#pending.set(id, { sent: request, settle: (error) => (error ? reject(error) : resolve()) });
    });
  }

  /** Replaces a small JSON file of the take, padded with spaces. */
  put(takeId: string, name: string, value: object, isLast = true): Promise<void> {
    const text = JSON.stringify(value);
    // In bytes it may be longer than in characters.
    const { size } = new Blob([text]);
    const padding = ' '.repeat(-size & (BLOCK_BYTES - 1));
    return this.send(takeId, [[name, 0, new Blob([text, padding])]], isLast);
  }

  /** Terminates the worker once everything sent so far is done. */
  async terminate(): Promise<void> {
    if (!this.#worker) return;
    try {
      await this.send('', [], true);
    } finally {
      this.#hasWorked = false;
      this.#fail('');
    }
  }

  #post(request: StorageRequest): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
  }

  #start(): Worker {
    const worker = startWorker(this.#url);
    worker.onmessage = ({ data: [id, error] }: MessageEvent<StorageReply>) => {
      this.#hasWorked = true;
      this.#silentSec = 0;
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      pending?.settle(error ? storageError(error) : undefined);
    };
    // A worker refused by a Content-Security-Policy reports it only here.
    worker.onerror = (event) => this.#fail(event.message || 'see workerUrl');
    this.#watch = setInterval(() => {
      if (this.#pending.size && ++this.#silentSec > PATIENCE) this.#fail('no answer');
    }, 1000);
    return worker;
  }

  #fail(detail: string): void {
    clearInterval(this.#watch);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#silentSec = 0;
    const isReplaced = this.#hasWorked;
    this.#hasWorked = false;
    for (const [id, { sent, settle }] of [...this.#pending]) {
      if (isReplaced) this.#post(sent);
      else {
        this.#pending.delete(id);
        settle(new CaptureError('unsupported_browser', { detail }));
      }
    }
  }
}

function startWorker(workerUrl?: string | URL): Worker {
  if (workerUrl) return new Worker(workerUrl);
  const url = URL.createObjectURL(new Blob([__STORAGE_WORKER__], { type: 'text/javascript' }));
  // Revoked only after the worker has surely fetched its script.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return new Worker(url);
}

/** Maps a failure of the file system to an SDK error code. */
function storageError(cause: string): CaptureError {
  return CaptureError.from(cause, /^Quota/.test(cause) ? 'quota_exceeded' : 'unsupported_browser');
}
