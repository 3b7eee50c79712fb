import { Injectable } from '@nestjs/common';
import { Clock } from '@capture/platform';
import { WholeFileHashes } from '../hashing/whole-file-hashes.js';
import { PartTransfers } from '../parts/part-transfers.js';
import { RenditionMaker } from '../renditions/rendition-maker.js';
import { RenditionRepository } from '../renditions/rendition.repository.js';
import { uploadPrefix } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { UploadRepository } from '../takes/upload.repository.js';

/** Removes the bytes of ended uploads from the store. */
@Injectable()
export class UploadPurge {
  constructor(
    private readonly uploads: UploadRepository,
    private readonly transfers: PartTransfers,
    private readonly renditions: RenditionRepository,
    private readonly maker: RenditionMaker,
    private readonly hashes: WholeFileHashes,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** Safe to repeat: the upload is marked as cleared only after its bytes are gone. */
  async run({ organizationId, id }: { organizationId: string; id: string }): Promise<void> {
    this.transfers.end(id);
    this.hashes.forget(id);
    await this.maker.cancel(id);
    await this.renditions.drop(id);
    const prefix = uploadPrefix(organizationId, id);
    await this.store.dropUnfinished(prefix);
    const keys: string[] = [];
    for await (const blob of this.store.list(prefix)) keys.push(blob.key);
    await this.store.remove(keys);
    await this.uploads.markCleared(id, this.clock.now());
  }
}
