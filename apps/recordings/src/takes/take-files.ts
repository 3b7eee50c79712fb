import { Injectable } from '@nestjs/common';
import { partKey, takeKey } from '../store/object-keys.js';
import { ObjectStore, type LinkedFile } from '../store/object-store.js';
import { PartRepository } from './part.repository.js';
import { TakeFile } from './take-file.js';
import type { VerifiedListing } from './upload.model.js';
import { UploadRepository } from './upload.repository.js';

/** What identifies the file of an upload or of its track. */
export interface FileOwner {
  organizationId: string;
  uploadId: string;
  partSize: number;
}

/** The files of takes, wherever the store keeps them: in their parts, or joined. */
@Injectable()
export class TakeFiles {
  constructor(
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly store: ObjectStore,
  ) {}

  /** The file of a completed upload. */
  async open(owner: FileOwner): Promise<TakeFile> {
    const fileKey = await this.uploads.fileKey(owner.uploadId);
    return new TakeFile(this.store, owner, await this.parts.stored(owner.uploadId), owner.partSize, fileKey);
  }

  /** The parts read as the file that they will be. */
  ofParts(owner: FileOwner, { parts }: VerifiedListing): TakeFile {
    return new TakeFile(this.store, owner, parts, owner.partSize);
  }

  /** Has the store make one blob of the parts, where it does that. */
  async join(owner: FileOwner, listing: VerifiedListing): Promise<TakeFile> {
    const { organizationId, uploadId } = owner;
    const blobs = listing.parts.map((part) => ({
      key: partKey(organizationId, uploadId, part),
      sizeBytes: part.size,
    }));
    const target = takeKey(organizationId, uploadId, listing.merkleRoot);
    const joined = await this.store.join(blobs, target);
    return new TakeFile(this.store, owner, listing.parts, owner.partSize, joined ? target : null);
  }

  /** URL of the file at the store itself; undefined where it is read through the service. */
  async link(uploadId: string, file: LinkedFile, lifetimeSec: number): Promise<string | undefined> {
    const key = await this.uploads.fileKey(uploadId);
    return key === null ? undefined : this.store.signGet(key, file, lifetimeSec);
  }
}
