/**
 * Uploads one take by the part protocol: open, parts, complete. Every step is idempotent: this page or a
 * later one may repeat it at any time.
 */
import { CaptureError } from '../errors.js';
import type { ProgressEvent } from '../types.js';
import { merkleRoot, sha256, toHex } from './merkle.js';
import { Progress } from './progress.js';
import { putPart } from './put-part.js';
import type { OpenedTake, PartClaim, PartGrant, RespondApi } from './respond-api.js';
import type { RetryPolicy } from './retry-policy.js';

/** How often the storage may refuse a freshly granted part before the upload fails. */
const MAX_REFUSALS = 2;

export interface HashedPart {
  number: number;
  size: number;
  sha256: string;
}

export interface UploadJob {
  api: RespondApi;
  media: Blob;
  /** The body that opens the take; idempotent by its `clientTakeId`. */
  openBody: object;
  /** What an earlier page opened, if any. */
  opened: OpenedTake | null;
  /** Stores what was opened, so that a later page can resume. */
  onOpened: (opened: OpenedTake) => Promise<void>;
  /** The manifest once the parts and their root are known. */
  manifestFor: (parts: HashedPart[], root: string) => object;
  onProgress: (event: ProgressEvent) => void;
  retry: RetryPolicy;
  parallel: number;
  stallMs: number;
  signal?: AbortSignal | undefined;
}

export async function uploadTake(job: UploadJob): Promise<string> {
  return new Upload(job, await openTake(job)).run();
}

/** A take that an earlier page opened is opened again: after a link rotation it can only continue under the new key. */
async function openTake(job: UploadJob): Promise<OpenedTake> {
  const opened = await job.retry.run(() => job.api.openTake(job.openBody));
  await job.onOpened(opened);
  return opened;
}

class Upload {
  readonly #job: UploadJob;
  readonly #opened: OpenedTake;
  readonly #progress: Progress;
  readonly #parts: Blob[] = [];
  readonly #digests: Uint8Array[] = [];
  readonly #stored = new Set<number>();

  constructor(job: UploadJob, opened: OpenedTake) {
    this.#job = job;
    this.#opened = opened;
    this.#progress = new Progress(job.media.size, job.onProgress);
    for (let at = 0; at < job.media.size; at += opened.partSize) {
      this.#parts.push(job.media.slice(at, at + opened.partSize));
    }
  }

  async run(): Promise<string> {
    // An earlier page may have stored some or all of the parts.
    if (this.#job.opened) await this.#loadStored();
    const retry = this.#job.retry.fork();
    for (let attempt = 0; ; attempt++) {
      await this.#sendMissing();
      try {
        return await this.#complete();
      } catch (error) {
        await retry.pauseAfter(error, attempt);
        // The take may have landed although the answer was lost; completing again gives the same answer.
        await this.#loadStored();
      }
    }
  }

  async #loadStored(): Promise<void> {
    const { api, retry } = this.#job;
    const status = await retry.run(() => api.takeStatus(this.#opened.takeId));
    this.#stored.clear();
    for (const number of status.storedParts) {
      this.#stored.add(number);
      this.#progress.sent(number, this.#part(number).size);
    }
  }

  async #sendMissing(): Promise<void> {
    const missing = this.#parts.map((_, index) => index + 1).filter((number) => !this.#stored.has(number));
    const stop = new AbortController();
    const work = async () => {
      for (let number = missing.shift(); number && !stop.signal.aborted; number = missing.shift()) {
        await this.#sendPart(number);
      }
    };
    const workers = Array.from({ length: this.#job.parallel }, () =>
      work().catch((error: unknown) => {
        stop.abort();
        throw error;
      }),
    );
    const outcomes = await Promise.allSettled(workers);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async #sendPart(number: number): Promise<void> {
    const claim = await this.#claim(number);
    let refusals = 0;
    // Each try asks for a new grant: the last one may have expired, or the part may have landed after all.
    const send = async () => {
      const [grant] = await this.#job.api.grantParts(this.#opened.takeId, [claim]);
      if (!grant?.stored) await this.#put(number, grant);
    };
    const isRefusal = ({ status = 500 }: CaptureError) => status < 500;
    await this.#job.retry.run(send, (error) => isRefusal(error) && ++refusals >= MAX_REFUSALS);
    this.#stored.add(number);
    this.#progress.sent(number, claim.size);
  }

  async #put(number: number, grant: PartGrant | undefined): Promise<void> {
    if (!grant?.url) throw new CaptureError('upload_failed', { detail: 'no grant' });
    const { retry, stallMs, signal } = this.#job;
    await putPart({
      url: this.#job.api.resolve(grant.url),
      headers: grant.headers ?? {},
      body: this.#part(number),
      stallMs,
      signal,
      onSent: (bytes) => {
        // Sending the same bytes again is no progress.
        if (this.#progress.sent(number, bytes)) retry.progressed();
      },
    });
  }

  async #complete(): Promise<string> {
    const { api, manifestFor } = this.#job;
    const parts: HashedPart[] = [];
    for (const number of this.#parts.keys()) parts.push(await this.#claim(number + 1));
    const root = toHex(await merkleRoot(this.#digests));
    this.#progress.verifying();
    const { submissionId } = await api.completeTake(this.#opened.takeId, {
      parts: parts.map(({ number, sha256: digest }) => ({ number, sha256: digest })),
      merkleRoot: root,
      manifest: manifestFor(parts, root),
    });
    this.#progress.done();
    return submissionId;
  }

  #part(number: number): Blob {
    return this.#parts[number - 1] as Blob;
  }

  async #claim(number: number): Promise<PartClaim> {
    const part = this.#part(number);
    const digest = (this.#digests[number - 1] ??= await sha256(await part.arrayBuffer()));
    return { number, size: part.size, sha256: toHex(digest) };
  }
}
