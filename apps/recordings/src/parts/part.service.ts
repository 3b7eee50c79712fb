import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { AppError, invalidField, notFound } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { WholeFileHashes } from '../hashing/whole-file-hashes.js';
import { SessionRecordingService } from '../promotion/session-recording.service.js';
import { partKey } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { PartRepository } from '../takes/part.repository.js';
import { isGone, isLive } from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';
import { PartGrants, type PartAuthority } from './part-grants.js';
import { PartBody } from './part-body.js';
import { PartTransfers, takenOver } from './part-transfers.js';
import { verifiedBody } from './verified-body.js';

/** Takes the bytes of parts: verified, on stable storage, then counted, then acknowledged. */
@Injectable()
export class PartService {
  private readonly logger = new Logger(PartService.name);

  constructor(
    private readonly database: Database,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly grants: PartGrants,
    private readonly transfers: PartTransfers,
    private readonly store: ObjectStore,
    private readonly hashes: WholeFileHashes,
    private readonly sessions: SessionRecordingService,
    private readonly clock: Clock,
    private readonly config: RecordingsConfig,
  ) {}

  /** Returns the part's digest once it is safe; a repeat with the same bytes is answered the same way. */
  async receive(
    uploadId: string,
    number: string,
    queryText: string,
    request: IncomingMessage,
  ): Promise<string> {
    const authority = this.grants.read(uploadId, number, queryText);
    checkHeaders(request, authority);
    await this.reading(request, (body) =>
      // From before anything is looked up: what ends the upload or the grant meanwhile cuts the body.
      this.transfers.run(authority, body, () => this.take(authority, body)),
    );
    return authority.sha256;
  }

  private async take(authority: PartAuthority, body: PartBody): Promise<void> {
    const upload = await this.database.forEveryOrganization('a signed URL says no organization', () =>
      this.uploads.findById(authority.uploadId),
    );
    if (!upload) throw notFound('upload');
    this.database.setOrganization(upload.organizationId);
    const part = await this.parts.find(upload.id, authority.number);
    if (part?.sha256 === authority.sha256) {
      // Read to the end: a sender that is cut off in mid-body may never see the answer.
      for await (const _chunk of verifiedBody(body, authority));
      return;
    }
    if (!isLive(upload.state))
      throw new AppError('conflict', `The upload is ${upload.state}; it takes no more parts.`);
    if (part?.generation !== authority.generation) throw takenOver();
    await this.keep(upload, authority, body);
  }

  private async keep(upload: UploadRow, authority: PartAuthority, body: PartBody): Promise<void> {
    const key = partKey(upload.organizationId, upload.id, authority);
    await this.store.put(key, verifiedBody(body, authority), authority.size).catch((error: unknown) => {
      // The sender is told to try again; the log says why.
      if (error instanceof AppError && error.status >= 500)
        this.logger.error({ err: error, key }, 'the store takes no bytes');
      throw error;
    });
    if (await this.count(upload, authority))
      return this.hashes.arrived({ organizationId: upload.organizationId, uploadId: upload.id }, authority);
    const part = await this.parts.find(upload.id, authority.number);
    if (part?.sha256 === authority.sha256) return;
    // Bytes of an upload that was given up or removed meanwhile are removed. Those of any other are left to the
    // reconciliation: a newer writer of the same content may have counted them by now, or be about to.
    const current = await this.uploads.findById(upload.id);
    if (!current || isGone(current.state)) await this.store.remove([key]);
    throw takenOver();
  }

  /** False when the upload has ended or a newer grant was made meanwhile. A part that comes brings a stranded upload back. */
  private async count(upload: UploadRow, authority: PartAuthority): Promise<boolean> {
    const now = this.clock.now();
    if (await this.parts.record(upload.id, authority, now)) return true;
    return this.database.run(async () => {
      const current = await this.uploads.lock(upload.organizationId, upload.id);
      if (current?.state === 'stranded') {
        await this.uploads.touch(upload.id, now);
        await this.sessions.resumeTrack(current);
      }
      return this.parts.record(upload.id, authority, now);
    });
  }

  /**
   * Releases the body when the work fails. Were the rest of it held back, the sender would see a reset connection
   * instead of the answer.
   */
  private async reading(request: IncomingMessage, work: (body: PartBody) => Promise<void>): Promise<void> {
    const { CAPTURE_PART_MIN_BYTES_PER_SEC: bytesPerSec, CAPTURE_PART_SLOW_SEC: seconds } = this.config;
    const body = new PartBody(request, { bytesPerSec, seconds });
    try {
      await work(body);
    } catch (error) {
      body.cut(error as Error);
      throw error;
    }
  }
}

/** Refuses before reading what the headers already say is wrong. */
function checkHeaders(request: IncomingMessage, { size, sha256 }: PartAuthority): void {
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) > size) {
    throw new AppError(
      'payload_too_large',
      `The part was granted with ${size} bytes; ${length} are announced.`,
    );
  }
  if (length !== undefined && Number(length) < size) {
    throw invalidField(
      'Content-Length',
      'length',
      `The part was granted with ${size} bytes; ${length} are announced.`,
    );
  }
  const digest = request.headers['content-digest'];
  const expected = `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
  if (
    digest !== undefined &&
    !String(digest)
      .split(',')
      .map((item) => item.trim())
      .includes(expected)
  ) {
    throw invalidField(
      'Content-Digest',
      'mismatch',
      'Content-Digest is not the SHA-256 that the part was granted with.',
    );
  }
}
