import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { LeaseLost, LeaseRunner } from '../leases/lease-runner.js';
import { partKey, renditionKey } from '../store/object-keys.js';
import { ObjectStore, type SizedBlob } from '../store/object-store.js';
import { merkleRootHex } from '../takes/merkle.js';
import { TakeFiles } from '../takes/take-files.js';
import { UploadRepository } from '../takes/upload.repository.js';
import { NotRemuxable } from './not-remuxable.js';
import { PartWriter } from './part-writer.js';
import { RenditionLeaseRepository } from './rendition-lease.repository.js';
import { RenditionRepository, type RenditionRef, type RenditionRow } from './rendition.repository.js';
import { writeSeekable } from './seekable.js';

const TIMING = { concurrency: 1, leaseMs: 15_000, retryMs: 10_000 };

/** Makes files of originals. A killed attempt leaves parts that no row counts. */
@Injectable()
export class RenditionMaker
  extends LeaseRunner<RenditionRef, RenditionRow, void>
  implements OnModuleDestroy, BeforeApplicationShutdown
{
  constructor(
    database: Database,
    clock: Clock,
    private readonly rows: RenditionRepository,
    private readonly work: RenditionLeaseRepository,
    private readonly uploads: UploadRepository,
    private readonly files: TakeFiles,
    private readonly store: ObjectStore,
  ) {
    super(database, work, clock, TIMING);
  }

  /** Jobs wait for what is being made, and are waited for next. */
  async onModuleDestroy(): Promise<void> {
    await this.cancelAll();
  }

  /** What calls have asked for since. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.cancelAll();
  }

  protected override async claimed(row: RenditionRow): Promise<void> {
    await this.work.dropParts(row);
  }

  protected override async execute(row: RenditionRow, signal: AbortSignal): Promise<void> {
    const written: string[] = [];
    try {
      await this.write(row, written, signal);
    } catch (error) {
      await this.discard(row, written);
      if (!(error instanceof NotRemuxable)) throw error;
      await this.work.fail(row, error.message.slice(0, 300));
    }
  }

  private async write(row: RenditionRow, written: string[], signal: AbortSignal): Promise<void> {
    const { organizationId, uploadId, partSize } = row;
    const upload = await this.uploads.find(organizationId, uploadId);
    if (!upload) throw new LeaseLost();
    const original = await this.files.open({ organizationId, uploadId, partSize: upload.partSize });
    const blobs: SizedBlob[] = [];
    const out = new PartWriter(partSize, async (part, chunks) => {
      if (!(await this.work.addPart(row, part))) throw new LeaseLost();
      const key = partKey(organizationId, uploadId, { ...part, rendition: row.name });
      written.push(key);
      blobs.push({ key, sizeBytes: part.size });
      await this.store.put(key, each(chunks), part.size);
    });
    await writeSeekable(original, (bytes) => out.write(bytes), signal);
    const made = await out.end();
    const fileKey = renditionKey(row, merkleRootHex(out.digests));
    const parts = [...written];
    written.push(fileKey);
    const joined = await this.store.join(blobs, fileKey);
    const file = { ...made, fileKey: joined ? fileKey : null };
    if (!(await this.work.finish(row, file, this.clock.now()))) throw new LeaseLost();
    if (joined) await this.store.remove(parts).catch(() => undefined);
  }

  /**
   * Removes what an attempt wrote, unless a newer one is under way: that one writes the same bytes under the same keys.
   * What is missed here is removed by the reconciliation.
   */
  private async discard(row: RenditionRow, written: readonly string[]): Promise<void> {
    const current = await this.rows.find(row);
    if (current && current.attempt !== row.attempt) return;
    await this.store.remove(written).catch(() => undefined);
  }
}

async function* each(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
