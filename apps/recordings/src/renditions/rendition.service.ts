import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, type UploadRef } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { type RenditionName } from '../store/object-keys.js';
import { ObjectStore, type LinkedFile } from '../store/object-store.js';
import { TakeFile } from '../takes/take-file.js';
import { RenditionMaker } from './rendition-maker.js';
import { RenditionRepository, type RenditionRef, type RenditionRow } from './rendition.repository.js';

/** Pause between polls of the row: another process may be making the copy. */
const POLL_MS = 100;
/** How exactly it is noted when a file was last asked for. */
const NOTED_MS = 24 * 60 * 60_000;

export type ReadyRendition = RenditionRow & { sizeBytes: number; sha256: string };

/** Files that are made of takes on demand. */
@Injectable()
export class RenditionService {
  constructor(
    private readonly rows: RenditionRepository,
    private readonly maker: RenditionMaker,
    private readonly store: ObjectStore,
    private readonly config: RecordingsConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * A file of an available track, made now if it is not there yet; most are within the time that a call waits. Not to be called
   * in a transaction: it would hold a connection as long, and the maker would not see its row.
   * @throws AppError `track_not_ready` while it is being made, `conflict` when it cannot be made of this track.
   */
  async of({ organizationId, uploadId }: UploadRef, name: RenditionName): Promise<ReadyRendition> {
    const ref = { organizationId, uploadId, name };
    const row = await this.use(ref);
    if (row?.state === 'failed') {
      throw new AppError(
        'conflict',
        `No ${name} copy can be made of this track (${row.failure ?? ''}); download the original.`,
      );
    }
    if (row && isReady(row)) return row;
    throw new AppError(
      'track_not_ready',
      `The ${name} copy is being made; ask again in a few seconds, without or with another Idempotency-Key.`,
    );
  }

  /** The file if it is there. */
  async find(upload: UploadRef, name: RenditionName): Promise<ReadyRendition | undefined> {
    const row = await this.rows.find({ ...upload, name });
    return row && isReady(row) ? row : undefined;
  }

  async open(row: ReadyRendition): Promise<TakeFile> {
    return new TakeFile(this.store, row, await this.rows.parts(row), row.partSize, row.fileKey);
  }

  /** URL of the file at the store itself; undefined where it is read through the service. */
  async link(
    { fileKey }: ReadyRendition,
    file: LinkedFile,
    lifetimeSec: number,
  ): Promise<string | undefined> {
    return fileKey === null ? undefined : this.store.signGet(fileKey, file, lifetimeSec);
  }

  /** Notes the use before the file is relied on, so that one which is deleted meanwhile is made anew. */
  private async use(ref: RenditionRef): Promise<RenditionRow | undefined> {
    const row = await this.await(ref);
    const now = this.clock.now();
    if (!row || row.state !== 'ready' || now.getTime() - (row.usedAt?.getTime() ?? 0) < NOTED_MS) return row;
    return (await this.rows.markUsed(ref, now)) ? row : this.await(ref);
  }

  private async await(ref: RenditionRef): Promise<RenditionRow | undefined> {
    const known = await this.rows.find(ref);
    if (known && known.state !== 'pending') return known;
    await this.rows.request(ref, this.config.CAPTURE_PART_SIZE_BYTES, this.clock.now());
    const waitUntil = performance.now() + this.config.CAPTURE_RENDITION_WAIT_MS;
    void this.maker.run(ref).catch(() => undefined);
    for (;;) {
      const row = await this.rows.find(ref);
      if (row?.state !== 'pending' || performance.now() >= waitUntil) return row;
      await pause(POLL_MS);
    }
  }
}

function isReady(row: RenditionRow): row is ReadyRendition {
  return row.state === 'ready' && row.sizeBytes !== null && row.sha256 !== null;
}
