/**
 * Uploads one take by the part protocol: open, parts, complete. Every step is idempotent: this page or a
 * later one may repeat it at any time.
 */
import type { CaptureError } from '../errors.js';
import { sha256, toHex, type Digest } from '../hash.js';
import { remembered } from '../remembered.js';
import { PART_SIZE, hashedParts } from '../storage/hashed-parts.js';
import type { ProgressEvent, UploadTuning } from '../types.js';
import { merkleRoot } from './merkle.js';
import { startProgress, type Progress } from './progress.js';
import { putPart } from './put-part.js';
import type { OpenedTake, PartClaim, PartGrant, RespondApi } from './respond-api.js';
import type { RetryPolicy } from './retry-policy.js';

const MIB = 2 ** 20;

/** The routes of a take, or of a track of a room. */
type UploadApi = Pick<RespondApi, 'takeStatus' | 'grantParts' | 'completeTake' | 'resolve'> & {
  openTake(body: { partSizeHint?: number | undefined }): Promise<OpenedTake>;
};

export interface UploadJob {
  api: UploadApi;
  /** The take's on this device. */
  id: string;
  media: Blob;
  /** The body that opens the take; idempotent by its `clientTakeId`. */
  openBody: { manifest: object };
  /** What an earlier page opened, if any. */
  opened: OpenedTake | null;
  /** Stores what was opened, so that a later page can resume. May reject. */
  onOpened: (opened: OpenedTake) => Promise<void>;
  onProgress: (event: ProgressEvent) => void;
  policy: RetryPolicy;
  tuning: UploadTuning;
  signal?: AbortSignal | undefined;
}

/**
 * Begins with one part at a time; as long as parts land quickly, more are sent at once. Meanwhile the next ones are hashed, and
 * one call asks for their grants. While no part is stored, a network that is too slow for them makes the upload open the take
 * again with smaller ones.
 */
export class Upload {
  readonly #job: UploadJob;
  readonly #progress: Progress;
  readonly #stored = new Set<number>();
  readonly #sending = new Map<number, Promise<void>>();
  /** The parts that are sent next, whose grants have been asked for. */
  #next: number[] = [];
  #opened!: OpenedTake;
  #digests!: (Digest | null)[];
  /** Bytes, as a hint to the service. */
  #wanted = Number(remembered(PART_SIZE));
  /** The service gives no smaller parts. */
  #smallest = MIB;
  #parallel = 1;

  constructor(job: UploadJob) {
    this.#job = job;
    this.#progress = startProgress(job.media.size, job.onProgress);
  }

  /** Resolves with the submission's id. */
  async run(): Promise<string> {
    await this.#open();
    // An earlier page may have stored some or all of the parts.
    if (this.#job.opened) await this.#loadStored();
    const retry = this.#job.policy.fork();
    let asked = 'parts';
    for (;;) {
      await this.#sendMissing();
      try {
        return await this.#complete();
      } catch (error) {
        // The service asks once for parts that it lost, or that something else took in its place.
        if ((error as CaptureError).field === asked) asked = '';
        else await retry.pauseAfter(error);
        // The take may have landed although the answer was lost; completing again gives the same answer.
        await this.#loadStored();
      }
    }
  }

  /**
   * A take that an earlier page opened is opened again: after a link rotation it can only continue under the new key. The
   * service heeds the wanted size as long as no part is stored.
   */
  async #open(): Promise<void> {
    const { api, policy, openBody, onOpened, media, id } = this.#job;
    const body = { ...openBody, partSizeHint: this.#wanted || undefined };
    this.#opened = await policy.run(() => api.openTake(body));
    const { partSize } = this.#opened;
    this.#digests = (hashedParts[id + partSize] ?? []).slice(0, media.size / partSize);
    // A full device cannot keep it. Opening again gives the same take, and its parts are known by their hashes.
    await onOpened(this.#opened).catch(() => undefined);
  }

  async #loadStored(): Promise<void> {
    const { api, policy } = this.#job;
    const status = await policy.run(() => api.takeStatus(this.#opened.takeId));
    this.#stored.clear();
    for (const number of status.storedParts) this.#keep(number);
  }

  #keep(number: number): void {
    this.#stored.add(number);
    this.#progress.sent(number, this.#part(number).size);
  }

  async #sendMissing(): Promise<void> {
    const sending = this.#sending;
    let answered: Promise<unknown> | undefined;
    let grants!: Promise<PartGrant[]>;
    try {
      for (;;) {
        // Grants expire, so that few are asked for at once. The first part waits for no other.
        if (!this.#next.length && this.#find(2 * sending.size || 1)) {
          // One call after the other, since the service takes a part with its latest grant alone.
          grants = Promise.all([this.#claims([...this.#next]), answered]).then(([claims]) =>
            this.#job.api.grantParts(this.#opened.takeId, claims),
          );
          // Parts whose turn has come hear of it; the others are asked for again.
          answered = grants.catch(() => (this.#next = []));
        }
        const number = sending.size < this.#parallel && this.#next.shift();
        if (number)
          sending.set(
            number,
            this.#sendPart(number, grants).finally(() => sending.delete(number)),
          );
        else if (sending.size) await Promise.race(sending.values());
        else return;
      }
    } finally {
      await Promise.allSettled(sending.values());
    }
  }

  /** Chooses so many of the missing parts, or all where there are fewer. Returns how many there are. */
  #find(count: number): number {
    const { partSize } = this.#opened;
    for (let number = 0; this.#next.length < count && number * partSize < this.#job.media.size;)
      if (!this.#stored.has(++number) && !this.#sending.has(number)) this.#next.push(number);
    return this.#next.length;
  }

  /** Resolves although the part is still missing when another try may help; it then finds fewer beside it. */
  async #sendPart(number: number, grants: Promise<PartGrant[]>): Promise<void> {
    const { api, policy, tuning, signal } = this.#job;
    const { parallel = 3, partMs = 4_000, stallMs = 30_000 } = tuning;
    const body = this.#part(number);
    let sent = 0;
    let began = NaN;
    const elapsed = () => performance.now() - began;
    const isTooLarge = () => !this.#stored.size && body.size > this.#smallest && elapsed() > partMs;
    try {
      const grant = (await grants).find((each) => each.number === number);
      const { stored, url = '', headers = {} } = grant ?? {};
      began = performance.now();
      if (!stored) {
        const onSent = (bytes: number) => {
          sent = bytes;
          // Sending the same bytes again is no progress.
          if (this.#progress.sent(number, bytes)) policy.progressed();
          return isTooLarge() && (body.size / bytes) * elapsed() > 4 * partMs;
        };
        await putPart(api.resolve(url), { headers, body, signal }, stallMs, onSent);
        if (elapsed() < partMs) this.#parallel = parallel;
        if (elapsed() > 2 * partMs) this.#parallel = 1;
        if (body.size >= MIB) this.#want((body.size / elapsed()) * partMs);
      }
      this.#keep(number);
      policy.progressed();
    } catch (error) {
      this.#parallel = 1;
      // New grants: the others may have expired as well, and this part may have landed after all.
      this.#next = [];
      // What was hashed while it was recorded may have changed on the device.
      this.#digests[number - 1] = null;
      if (isTooLarge()) return this.#reopen((sent / elapsed()) * partMs);
      // Whatever refused the bytes, a proxy perhaps, the service says with the next grant whether the take is still wanted.
      await policy.pauseAfter(error);
    }
  }

  async #reopen(bytes: number): Promise<void> {
    const { partSize } = this.#opened;
    this.#want(bytes);
    await this.#open();
    if (this.#opened.partSize >= partSize) this.#smallest = partSize;
  }

  #want(bytes: number): void {
    // A power of two, as the service's parts are.
    this.#wanted = 2 ** Math.floor(Math.min(25, Math.max(20, Math.log2(bytes))));
    remembered(PART_SIZE, this.#wanted);
  }

  async #complete(): Promise<string> {
    const { api, openBody } = this.#job;
    const parts = await this.#claims([...this.#stored].sort((a, b) => a - b));
    const root = toHex(await merkleRoot(this.#digests as Digest[]));
    this.#progress.reached('verifying');
    const { submissionId } = await api.completeTake(this.#opened.takeId, {
      parts: parts.map(({ number, sha256: digest }) => ({ number, sha256: digest })),
      merkleRoot: root,
      manifest: { ...openBody.manifest, fragments: parts, merkleRoot: root },
    });
    this.#progress.reached('done');
    return submissionId;
  }

  #part(number: number): Blob {
    const { partSize } = this.#opened;
    return this.#job.media.slice((number - 1) * partSize, number * partSize);
  }

  /** Hashed one after the other, so that one part of a call at a time is in memory. */
  async #claims(numbers: number[]): Promise<PartClaim[]> {
    const claims: PartClaim[] = [];
    for (const number of numbers) {
      const part = this.#part(number);
      const digest = (this.#digests[number - 1] ??= await sha256(part));
      claims.push({ number, size: part.size, sha256: toHex(digest) });
    }
    return claims;
  }
}
