import { Injectable } from '@nestjs/common';
import type { PartGrant, UploadRef } from '@capture/contracts';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { partKey } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { PartRepository } from '../takes/part.repository.js';
import { missingParts } from '../takes/take-file.js';
import type { StoredPart } from '../takes/upload.model.js';

/**
 * Parts that clients bring to the store themselves. The service is not told when they arrive, so it looks
 * in the store when it matters. What lies under a part's key is that part: the store refuses any other bytes, and the key is written with
 * one content only, however late or often.
 */
@Injectable()
export class DirectParts {
  constructor(
    private readonly parts: PartRepository,
    private readonly store: ObjectStore,
    private readonly config: RecordingsConfig,
    private readonly clock: Clock,
  ) {}

  /** Grant of a URL at the store; undefined where parts go through the service. */
  async grant({ organizationId, uploadId }: UploadRef, part: StoredPart): Promise<PartGrant | undefined> {
    const key = partKey(organizationId, uploadId, part);
    const signed = await this.store.signPut(key, part, this.config.CAPTURE_PART_GRANT_SEC);
    if (!signed) return undefined;
    const { url, headers, lifetimeSec } = signed;
    const expiresAt = new Date(this.clock.now().getTime() + lifetimeSec * 1000).toISOString();
    return { number: part.number, method: 'PUT', url, headers, expiresAt };
  }

  /** Counts the awaited parts of a live upload that have arrived; of `asked` only those, where given. */
  async count(ref: UploadRef, asked?: readonly StoredPart[]): Promise<void> {
    if (!this.store.takesDirectly) return;
    const wanted = asked && new Map(asked.map((part) => [part.number, part.sha256]));
    const awaited = (await this.parts.awaited(ref)).filter(
      (part) => !wanted || wanted.get(part.number) === part.sha256,
    );
    if (awaited.length === 0) return;
    const missing = new Set(await missingParts(this.store, ref, awaited));
    const arrived = awaited.filter((part) => !missing.has(part));
    if (arrived.length > 0) await this.parts.recordArrived(ref.uploadId, arrived, this.clock.now());
  }
}
