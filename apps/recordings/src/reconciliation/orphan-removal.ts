import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { DirectParts } from '../parts/direct-parts.js';
import { RenditionRepository } from '../renditions/rendition.repository.js';
import {
  parsePartKey,
  parseRenditionKey,
  parseTakeKey,
  uploadOf,
  type PartKey,
} from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { PartRepository } from '../takes/part.repository.js';
import { UploadRepository } from '../takes/upload.repository.js';

const BATCH = 500;
/** Few, so that little time passes between the last look at a blob and its removal. */
const REMOVED_AT_ONCE = 10;

/** Removes blobs that nothing refers to. */
@Injectable()
export class OrphanRemoval {
  constructor(
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly direct: DirectParts,
    private readonly renditions: RenditionRepository,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** Of those written before `graceEnd`. Returns how many. What is left when `signal` says so is for the next run. */
  async remove(graceEnd: Date, signal?: AbortSignal): Promise<number> {
    let removed = 0;
    let batch: string[] = [];
    for await (const { key, modifiedAt } of this.store.list()) {
      if (signal?.aborted) return removed;
      // Keys that this service would not write are not ours to remove.
      if (modifiedAt > graceEnd || uploadOf(key) === undefined) continue;
      batch.push(key);
      if (batch.length < BATCH) continue;
      removed += await this.removeAmong(batch, graceEnd, signal);
      batch = [];
    }
    return removed + (await this.removeAmong(batch, graceEnd, signal));
  }

  private async removeAmong(keys: readonly string[], graceEnd: Date, signal?: AbortSignal): Promise<number> {
    const orphans = await this.orphansAmong(keys);
    let removed = 0;
    for (let at = 0; at < orphans.length && !signal?.aborted; at += REMOVED_AT_ONCE)
      removed += await this.removeStill(orphans.slice(at, at + REMOVED_AT_ONCE), graceEnd);
    return removed;
  }

  /**
   * Removes those that are orphans still. A key names its content, so it is written again when a client sends the same bytes
   * again: it is young then, and counts a moment later.
   */
  private async removeStill(keys: readonly string[], graceEnd: Date): Promise<number> {
    const old: string[] = [];
    for (const key of keys)
      for await (const blob of this.store.list(key))
        if (blob.key === key && blob.modifiedAt <= graceEnd) old.push(key);
    const orphans = await this.orphansAmong(old);
    await this.store.remove(orphans);
    return orphans.length;
  }

  private async orphansAmong(keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const parts = keys.flatMap((key) => parsePartKey(key) ?? []);
    await this.countArrived(parts);
    const referenced = await this.parts.referenced(parts);
    const files = await this.uploads.referencedFiles(keys.filter((key) => parseTakeKey(key)));
    const made = await this.renditions.referenced(
      keys.flatMap((key) => parseRenditionKey(key)?.uploadId ?? []),
      this.clock.now(),
    );
    return keys.filter((key) => {
      if (parseRenditionKey(key)) return !made.has(key);
      const part = parsePartKey(key);
      return part ? !referenced.has(`${part.uploadId}/${part.number}/${part.sha256}`) : !files.has(key);
    });
  }

  /** A part that its client brought to the store itself may count although nobody has asked for it yet. */
  private async countArrived(parts: readonly PartKey[]): Promise<void> {
    const owners = new Map(parts.map(({ organizationId, uploadId }) => [uploadId, organizationId]));
    for (const [uploadId, organizationId] of owners) await this.direct.count({ organizationId, uploadId });
  }
}
