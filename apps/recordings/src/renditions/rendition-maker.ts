import { createHash } from 'node:crypto';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Slots } from '@capture/platform';
import { merkleRootHex } from '../takes/merkle.js';
import { partKey, renditionKey } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { NotRemuxable, remux } from './remux.js';
import { RenditionRepository, type RenditionRef, type RenditionRow } from './rendition.repository.js';
import { TakeFiles } from '../takes/take-files.js';
import { UploadRepository } from '../takes/upload.repository.js';

/** A process that dies leaves its work to another after this long; one that lives renews three times in it. */
const LEASE_MS = 15_000;
/** Pause after the store failed in the middle. */
const RETRY_MS = 10_000;
const MAX_DEATHS = 5;

/** The work was taken away: the original was deleted, or another process went on with it. */
class LostWork extends Error {}

interface Job {
  done: Promise<void>;
  abort: AbortController;
  /** False while it waits for its turn. */
  started: boolean;
}

/**
 * Makes files of originals, one at a time in a process and each in one process at a time: a row's lease says whose it
 * is, its attempt number fences off whoever had it before. A killed attempt leaves parts that no row counts.
 */
@Injectable()
export class RenditionMaker implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RenditionMaker.name);
  private readonly slots = new Slots(1);
  private readonly jobs = new Map<string, Job>();

  constructor(
    private readonly db: Database,
    private readonly rows: RenditionRepository,
    private readonly uploads: UploadRepository,
    private readonly files: TakeFiles,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** Resolves when it is made, cannot be made, or somebody else makes it; joins what is under way here. */
  make(ref: RenditionRef): Promise<void> {
    const running = this.jobs.get(ref.uploadId);
    if (running) return running.done;
    const job: Job = { done: Promise.resolve(), abort: new AbortController(), started: false };
    this.jobs.set(ref.uploadId, job);
    job.done = this.slots
      .run(() => this.db.forOrganization(ref.organizationId, () => this.attempt(ref, job)))
      .catch((error: unknown) => this.logger.error({ err: error, ...ref }, 'a rendition was not made'))
      .finally(() => this.jobs.delete(ref.uploadId));
    return job.done;
  }

  /** Ends what is being made of an upload; resolves when no more bytes of it will be written here. */
  async cancel(uploadId: string): Promise<void> {
    const job = this.jobs.get(uploadId);
    job?.abort.abort(new LostWork());
    if (job?.started) await job.done;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.jobs.keys()].map((uploadId) => this.cancel(uploadId)));
  }

  private async attempt(ref: RenditionRef, job: Job): Promise<void> {
    const { abort } = job;
    if (abort.signal.aborted) return;
    job.started = true;
    const row = await this.rows.claim(ref, this.clock.now(), this.after(LEASE_MS), MAX_DEATHS);
    if (!row) return;
    const lease = setInterval(() => void this.renew(row, abort), LEASE_MS / 3);
    const written: string[] = [];
    try {
      await this.write(row, written, abort.signal);
    } catch (error) {
      await this.discard(row, written);
      await this.end(row, error);
    } finally {
      clearInterval(lease);
    }
  }

  private async write(row: RenditionRow, written: string[], signal: AbortSignal): Promise<void> {
    const { organizationId, uploadId, partSize } = row;
    const upload = await this.uploads.find(organizationId, uploadId);
    if (!upload) throw new LostWork();
    const original = await this.files.open({ organizationId, uploadId, partSize: upload.partSize });
    const out = new PartWriter(partSize, async (part, chunks) => {
      if (!(await this.rows.addPart(row, part))) throw new LostWork();
      const key = partKey(organizationId, uploadId, { ...part, rendition: row.name });
      written.push(key);
      await this.store.put(key, each(chunks), part.size);
    });
    await remux(original, (bytes) => out.write(bytes), signal);
    const made = await out.end();
    const fileKey = renditionKey(row, merkleRootHex(out.digests));
    const parts = [...written];
    written.push(fileKey);
    const joined = await this.store.join(parts, fileKey);
    const file = { ...made, fileKey: joined ? fileKey : null };
    if (!(await this.rows.finish(row, file, this.clock.now()))) throw new LostWork();
    if (joined) await this.store.remove(parts).catch(() => undefined);
  }

  /**
   * Takes back what an attempt wrote, unless a newer one is under way: that one writes the same bytes under the same keys.
   * What is missed here, the sweep of orphans finds.
   */
  private async discard(row: RenditionRow, written: readonly string[]): Promise<void> {
    const current = await this.rows.find(row);
    if (current && current.attempt !== row.attempt) return;
    await this.store.remove(written).catch(() => undefined);
  }

  private async end(row: RenditionRow, error: unknown): Promise<void> {
    if (error instanceof NotRemuxable) return this.rows.fail(row, error.message.slice(0, 300));
    if (!(error instanceof LostWork))
      this.logger.warn({ err: error, uploadId: row.uploadId }, 'a rendition is tried again later');
    await this.rows.release(row, error instanceof LostWork ? this.clock.now() : this.after(RETRY_MS));
  }

  private async renew(row: RenditionRow, abort: AbortController): Promise<void> {
    // An answer that does not come leaves the lease as it is: the fence holds whoever writes.
    const held = await this.rows.renew(row, this.after(LEASE_MS)).catch(() => true);
    if (!held) abort.abort(new LostWork());
  }

  private after(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }
}

type Put = (part: { number: number; size: number; sha256: string }, chunks: Buffer[]) => Promise<void>;

/** Cuts a stream of bytes into parts of one size; holds one part in memory. */
class PartWriter {
  /** Of the parts, in order. */
  readonly digests: string[] = [];
  private readonly whole = createHash('sha256');
  private chunks: Buffer[] = [];
  private held = 0;
  private number = 0;
  private sizeBytes = 0;

  constructor(
    private readonly partSize: number,
    private readonly put: Put,
  ) {}

  async write(bytes: Buffer): Promise<void> {
    for (let rest = bytes; rest.length > 0;) {
      const taken = rest.subarray(0, this.partSize - this.held);
      this.chunks.push(taken);
      this.held += taken.length;
      rest = rest.subarray(taken.length);
      if (this.held === this.partSize) await this.flush();
    }
  }

  async end(): Promise<{ sizeBytes: number; sha256: string }> {
    if (this.held > 0) await this.flush();
    return { sizeBytes: this.sizeBytes, sha256: this.whole.digest('hex') };
  }

  private async flush(): Promise<void> {
    const hash = createHash('sha256');
    for (const chunk of this.chunks) {
      hash.update(chunk);
      this.whole.update(chunk);
    }
    const [chunks, size] = [this.chunks, this.held];
    this.chunks = [];
    this.held = 0;
    this.number += 1;
    this.sizeBytes += size;
    const sha256 = hash.digest('hex');
    this.digests.push(sha256);
    await this.put({ number: this.number, size, sha256 }, chunks);
  }
}

async function* each(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
