import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { RenditionRepository } from '../renditions/rendition.repository.js';
import { RENDITIONS } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { PartRepository } from '../takes/part.repository.js';
import { missingParts } from '../takes/take-file.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';
import { OrphanRemoval } from './orphan-removal.js';
import { StoreOwnership } from './store-ownership.js';
import { TrackHealthRepository } from './track-health.repository.js';

const BATCH = 500;

export interface Reconciliation {
  /** Blobs that nothing refers to, removed. */
  orphans: number;
  /** Leftovers of interrupted writes, removed. */
  leftovers: number;
  /** Parts whose bytes are gone. */
  missing: number;
  /** Why nothing was compared or removed. */
  refused?: string;
}

/**
 * Compares the store with the database, both ways. Bytes that nothing refers to go once they are older than the grace
 * period, so that a part that is just being counted is safe. A part without bytes is asked for again while its upload
 * is live; a track without bytes fails once it has been seen so for the grace period, and mends when they are back. Of a
 * store that is not this database's nothing is compared.
 */
@Injectable()
export class StoreReconciler {
  private readonly logger = new Logger(StoreReconciler.name);

  constructor(
    private readonly database: Database,
    private readonly config: RecordingsConfig,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly ownership: StoreOwnership,
    private readonly orphans: OrphanRemoval,
    private readonly renditions: RenditionRepository,
    private readonly health: TrackHealthRepository,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** Ends early, with what it has done so far, once `signal` says that the process stops. */
  run(signal?: AbortSignal): Promise<Reconciliation> {
    return this.database.forEveryOrganization('the store holds what all have', () => this.runAll(signal));
  }

  private async runAll(signal?: AbortSignal): Promise<Reconciliation> {
    const refused = await this.ownership.claim(signal);
    if (refused !== undefined) return { orphans: 0, leftovers: 0, missing: 0, refused };
    const graceEnd = this.graceEnd();
    const leftovers = await this.store.sweep(graceEnd);
    const result = {
      orphans: await this.orphans.remove(graceEnd, signal),
      leftovers,
      missing: await this.findMissing(graceEnd, signal),
    };
    if (result.orphans + result.leftovers + result.missing > 0)
      this.logger.warn(result, 'store and database differed');
    return result;
  }

  private async findMissing(graceEnd: Date, signal?: AbortSignal): Promise<number> {
    let missing = 0;
    let last = '';
    for (let rows = BATCH; rows === BATCH;) {
      const uploads = await this.uploads.heldAfter(last, BATCH);
      for (const upload of uploads) {
        if (signal?.aborted) return missing;
        missing += await this.checkUpload(upload, graceEnd);
      }
      last = uploads.at(-1)?.id ?? last;
      rows = uploads.length;
    }
    return missing;
  }

  /** One upload's bytes, now. Returns how many parts are without theirs. */
  check(upload: UploadRow): Promise<number> {
    return this.checkUpload(upload, this.graceEnd());
  }

  private graceEnd(): Date {
    return new Date(this.clock.now().getTime() - this.config.CAPTURE_ORPHAN_GRACE_SEC * 1000);
  }

  private async checkUpload(upload: UploadRow, graceEnd: Date): Promise<number> {
    const owner = { organizationId: upload.organizationId, uploadId: upload.id };
    const stored = await this.parts.stored(upload.id);
    const lost = await missingParts(this.store, owner, stored, upload.fileKey);
    if (upload.state === 'completed') {
      await this.judgeTrack(upload, lost.length, graceEnd);
      await this.forgetLostCopies(owner);
    } else for (const part of lost) await this.parts.forget(upload.id, part);
    return lost.length;
  }

  /** A copy whose bytes are gone is made anew when somebody asks for it. */
  private async forgetLostCopies(owner: { organizationId: string; uploadId: string }): Promise<void> {
    for (const name of RENDITIONS) {
      const row = await this.renditions.find({ ...owner, name });
      if (row?.state !== 'ready') continue;
      const lost = await missingParts(this.store, owner, await this.renditions.parts(row), row.fileKey);
      if (lost.length > 0) await this.renditions.drop(owner.uploadId);
    }
  }

  private async judgeTrack(upload: UploadRow, lost: number, graceEnd: Date): Promise<void> {
    if (lost === 0) return this.health.markPresent(upload.id);
    this.logger.error({ uploadId: upload.id, parts: lost }, 'bytes of a track are missing in the store');
    return this.health.markMissing(upload.id, this.clock.now(), graceEnd);
  }
}
