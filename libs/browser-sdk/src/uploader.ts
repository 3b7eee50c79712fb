/**
 * Brings one take to the service by the part protocol: open, parts, complete. Every step may be
 * repeated at any time, by this page or a later one, without a byte or a submission being doubled.
 */
import type { OpenedTake, PartClaim, PartGrant, RespondApi } from './api.js';
import { CaptureError } from './errors.js';
import { merkleRoot, sha256, toHex } from './merkle.js';
import type { Patience } from './patience.js';
import { Progress } from './progress.js';
import { putPart } from './put-part.js';
import type { ProgressEvent } from './types.js';

/** Refusals of freshly granted parts after which the storage is taken at its word. */
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
  /** What an earlier page already opened. */
  opened: OpenedTake | null;
  /** Keeps what was opened, for a later page. */
  onOpened: (opened: OpenedTake) => Promise<void>;
  /** The manifest once the parts and their root are known. */
  manifestFor: (parts: HashedPart[], root: string) => object;
  onProgress: (event: ProgressEvent) => void;
  patience: Patience;
  parallel: number;
  stallMs: number;
  signal?: AbortSignal | undefined;
}

export async function uploadTake(job: UploadJob): Promise<string> {
  return new Upload(job, await openTake(job)).run();
}

/** Also what an earlier page opened: under a link that was rotated since, only opening it again carries it on. */
async function openTake(job: UploadJob): Promise<OpenedTake> {
  const opened = await job.patience.persist(() => job.api.openTake(job.openBody));
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
    // What an earlier page opened may be stored in part, or even whole.
    if (this.#job.opened) await this.#learnStored();
    const patience = this.#job.patience.fork();
    for (let attempt = 0; ; attempt++) {
      await this.#sendMissing();
      try {
        return await this.#complete();
      } catch (error) {
        await patience.pauseAfter(error, attempt);
        // The answer may be lost while the take landed; and then asking again gives the same answer.
        await this.#learnStored();
      }
    }
  }

  async #learnStored(): Promise<void> {
    const { api, patience } = this.#job;
    const status = await patience.persist(() => api.takeStatus(this.#opened.takeId));
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
    // Each try asks for a grant first: the last one may have expired, or the part have landed after all.
    const send = async () => {
      const [grant] = await this.#job.api.grantParts(this.#opened.takeId, [claim]);
      if (!grant?.stored) await this.#put(number, grant);
    };
    const isRefusal = ({ status = 500 }: CaptureError) => status < 500;
    await this.#job.patience.persist(send, (error) => isRefusal(error) && ++refusals >= MAX_REFUSALS);
    this.#stored.add(number);
    this.#progress.sent(number, claim.size);
  }

  async #put(number: number, grant: PartGrant | undefined): Promise<void> {
    if (!grant?.url) throw new CaptureError('upload_failed', { detail: `no grant for part ${number}` });
    const { patience, stallMs, signal } = this.#job;
    await putPart({
      url: this.#job.api.resolve(grant.url),
      headers: grant.headers ?? {},
      body: this.#part(number),
      stallMs,
      signal,
      onSent: (bytes) => {
        // Bytes that are sent over and over get nobody anywhere.
        if (this.#progress.sent(number, bytes)) patience.succeeded();
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
