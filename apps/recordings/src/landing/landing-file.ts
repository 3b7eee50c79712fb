import { Injectable } from '@nestjs/common';
import { invalidField, type CompleteUpload } from '@capture/contracts';
import { Clock, SigningKey } from '@capture/platform';
import { WholeFileHashes } from '../hashing/whole-file-hashes.js';
import { partKey } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { PartRepository } from '../takes/part.repository.js';
import { DamagedParts, missingParts, type TakeFile } from '../takes/take-file.js';
import { TakeFiles, type FileOwner } from '../takes/take-files.js';
import type { StoredPart, VerifiedListing } from '../takes/upload.model.js';
import type { UploadRow } from '../takes/upload.repository.js';
import { isMp4, SNIFFED_BYTES } from './container-sniff.js';
import type { LandedFile } from './landed-track.js';
import { composeManifest, timingOf } from './manifest.model.js';
import { probe } from './probe/probe.js';

/** Verifies the file of a finished upload: complete, hashed, probed, its manifest signed. */
@Injectable()
export class LandingFile {
  constructor(
    private readonly parts: PartRepository,
    private readonly files: TakeFiles,
    private readonly hashes: WholeFileHashes,
    private readonly store: ObjectStore,
    private readonly signing: SigningKey,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads what of the file was not hashed while it arrived, and here and there for the probe.
   * @throws AppError `invalid_input` naming the field when it is not what the call says; nothing is lost by that.
   */
  async read(upload: UploadRow, payload: CompleteUpload, listing: VerifiedListing): Promise<LandedFile> {
    const { organizationId, id: uploadId, partSize } = upload;
    const owner = { organizationId, uploadId, partSize };
    await this.requireBytes(owner, listing.parts);
    if (!isMp4(await this.files.ofParts(owner, listing).read(0, SNIFFED_BYTES))) {
      throw invalidField('contentType', 'mismatch', 'The bytes are not an MP4 file.');
    }
    const file = await this.files.join(owner, listing);
    const sha256 = await this.hashes
      .of(owner, file, listing.parts)
      .catch((error: unknown) => this.dropDamaged(owner, file, error));
    if (payload.sha256 !== null && payload.sha256 !== sha256) {
      throw invalidField('sha256', 'mismatch', `The whole file has SHA-256 ${sha256}.`);
    }
    const seen = await probe(file);
    const receivedAt = this.clock.now();
    const facts = { ...listing, receivedAt, sha256, claimedDurationSec: payload.durationSec, probe: seen };
    const manifest = JSON.stringify(this.signing.sign(composeManifest(payload.manifest, facts)));
    return {
      sizeBytes: listing.sizeBytes,
      sha256,
      fileKey: file.fileKey,
      probe: seen,
      timing: timingOf(payload.manifest, payload.timing),
      manifest,
      availableAt: receivedAt,
    };
  }

  /** A part whose bytes the store has lost no longer counts: the client is told to send it again. */
  private async requireBytes(owner: FileOwner, parts: readonly StoredPart[]): Promise<void> {
    const missing = await missingParts(this.store, owner, parts);
    if (missing.length > 0) await this.requestAgain(owner, missing);
  }

  /** The bytes in the store differ from those that counted: neither the joined file nor those parts can be used. */
  private async dropDamaged(owner: FileOwner, file: TakeFile, error: unknown): Promise<never> {
    if (!(error instanceof DamagedParts)) throw error;
    return this.requestAgain(owner, error.parts, file.fileKey === null ? [] : [file.fileKey]);
  }

  /** Removes what of the parts is left, and `useless` with it, unless the take has landed in another process. */
  private async requestAgain(
    { organizationId, uploadId }: FileOwner,
    parts: readonly StoredPart[],
    useless: readonly string[] = [],
  ): Promise<never> {
    const forgotten: StoredPart[] = [];
    for (const part of parts) if (await this.parts.forget(uploadId, part)) forgotten.push(part);
    const keys = forgotten.map((part) => partKey(organizationId, uploadId, part));
    if (keys.length > 0) await this.store.remove([...useless, ...keys]);
    const numbers = parts.map((part) => part.number).join(', ');
    throw invalidField('parts', 'missing', `Send again, then complete again: part ${numbers}.`);
  }
}
