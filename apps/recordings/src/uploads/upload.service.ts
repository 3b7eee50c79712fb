import { Injectable } from '@nestjs/common';
import {
  AppError,
  invalidField,
  notFound,
  ONE_LINE,
  type GrantParts,
  type OpenedUpload,
  type OpenUpload,
  type PartGrant,
  type UploadRef,
  type UploadState,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { UploadPurge } from '../deletion/upload-purge.js';
import { DirectParts } from '../parts/direct-parts.js';
import { PartGrants } from '../parts/part-grants.js';
import { PartTransfers } from '../parts/part-transfers.js';
import { SessionRecordingService } from '../promotion/session-recording.service.js';
import { ObjectStore } from '../store/object-store.js';
import { mediaTypeOf } from '../takes/content-type.js';
import { PartRepository, type GrantedPart } from '../takes/part.repository.js';
import {
  checkDeclaredSize,
  checkGrant,
  isLive,
  isUnfinished,
  partSizeFor,
  phaseOf,
} from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';

const ACCEPTED_TYPES = new Set(['video/mp4', 'audio/mp4']);

/** Uploads from opening to the last part; completion has a service of its own. */
@Injectable()
export class UploadService {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly store: ObjectStore,
    private readonly grants: PartGrants,
    private readonly direct: DirectParts,
    private readonly transfers: PartTransfers,
    private readonly sessions: SessionRecordingService,
    private readonly purge: UploadPurge,
    private readonly config: RecordingsConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent by `uploadId`. As long as no part is stored, another hint gives the upload another part size: a client that
   * finds its network too slow for the parts opens again.
   * @throws AppError `conflict` when the id was opened with other values.
   */
  async open(payload: OpenUpload): Promise<OpenedUpload> {
    if (!ACCEPTED_TYPES.has(mediaTypeOf(payload.contentType)) || !ONE_LINE.test(payload.contentType)) {
      throw invalidField('contentType', 'not_allowed', 'Takes are video/mp4 or audio/mp4.');
    }
    checkDeclaredSize(payload.sizeBytes, this.config.CAPTURE_MAX_TAKE_BYTES);
    await this.requireRoom(payload);
    const { CAPTURE_PART_SIZE_BYTES: usual, CAPTURE_MAX_TAKE_BYTES: maxBytes } = this.config;
    const partSize = partSizeFor(payload.partSizeHint, usual, payload.sizeBytes ?? maxBytes);
    const upload = await this.database.run(async () => {
      const opened = await this.uploads.insert(payload, partSize, this.clock.now());
      const found = await this.mustFind(payload);
      if (opened) await this.sessions.expect(found);
      else if (!sameUpload(found, payload))
        throw new AppError('conflict', 'An upload with this id was opened with other values.');
      return found;
    });
    if (payload.partSizeHint === undefined || upload.partSize === partSize)
      return { partSize: upload.partSize };
    return { partSize: await this.resize(payload, partSize) };
  }

  /** Gives an upload without stored parts another part size; what is under way in the old one is cut. */
  private async resize(ref: UploadRef, partSize: number): Promise<number> {
    await this.direct.count(ref);
    const { size, revoked } = await this.database.run(async () => {
      const upload = await this.mustLock(ref);
      const stored = isLive(upload.state) ? await this.parts.stored(upload.id) : undefined;
      if (stored?.length !== 0) return { size: upload.partSize, revoked: [] };
      await this.uploads.setPartSize(upload.id, partSize);
      return { size: partSize, revoked: await this.parts.revokeGrants(upload.id) };
    });
    this.transfers.fence(ref.uploadId, revoked);
    return size;
  }

  /** A take that was opened earlier may have its bytes in the store already: opening it again is not refused. */
  private async requireRoom({ organizationId, uploadId, sizeBytes }: OpenUpload): Promise<void> {
    try {
      await this.store.requireRoom(sizeBytes ?? 0);
    } catch (error) {
      if (!(await this.uploads.find(organizationId, uploadId))) throw error;
    }
  }

  async state(ref: UploadRef): Promise<UploadState> {
    const upload = await this.mustFind(ref);
    await this.direct.count(ref);
    const stored = await this.parts.stored(upload.id);
    return {
      phase: phaseOf(upload.state),
      partSize: upload.partSize,
      storedParts: stored.map((part) => part.number),
      storedBytes: stored.reduce((sum, part) => sum + part.size, 0),
      recordingId: upload.recordingId,
    };
  }

  /** Grants for parts that are missing; a part that is stored with this digest needs none. */
  async grantParts(payload: GrantParts): Promise<PartGrant[]> {
    await this.direct.count(payload, payload.parts);
    const granted = await this.database.runDirectly(async () => {
      const upload = await this.mustLock(payload);
      if (upload.state === 'aborted')
        throw new AppError('conflict', 'The upload was given up; open another one.');
      checkGrant(upload, payload.parts, this.config.CAPTURE_MAX_TAKE_BYTES);
      if (isLive(upload.state)) return this.raise(upload, payload.parts);
      const stored = new Map((await this.parts.stored(upload.id)).map((part) => [part.number, part.sha256]));
      if (payload.parts.every((part) => stored.get(part.number) === part.sha256)) return [];
      throw new AppError('conflict', `The upload is ${upload.state}; it takes no more parts.`);
    });
    this.transfers.fence(payload.uploadId, granted);
    const generations = new Map(granted.map((part) => [part.number, part.generation]));
    return Promise.all(
      payload.parts.map(async ({ number, size, sha256 }): Promise<PartGrant> => {
        const generation = generations.get(number);
        if (generation === undefined) return { number, stored: true };
        const granted = await this.direct.grant(payload, { number, size, sha256 });
        return granted ?? this.grants.issue({ uploadId: payload.uploadId, number, size, sha256, generation });
      }),
    );
  }

  /** Gives the upload up; its bytes go. Aborting again, or an upload that has landed, changes nothing. */
  async abort(ref: UploadRef): Promise<null> {
    const aborted = await this.database.run(async () => {
      const upload = await this.uploads.lock(ref.organizationId, ref.uploadId);
      if (!upload || !isUnfinished(upload.state)) return undefined;
      await this.uploads.markAborted(upload.id, this.clock.now());
      await this.sessions.failTrack(upload);
      return upload;
    });
    if (aborted) await this.purge.run(aborted);
    return null;
  }

  /** Grants those that are missing. That its device asks brings a stranded upload back. */
  private async raise(upload: UploadRow, parts: GrantParts['parts']): Promise<GrantedPart[]> {
    const now = this.clock.now();
    const unnotedMs = now.getTime() - upload.lastActivityAt.getTime();
    const isStranded = upload.state === 'stranded';
    if (isStranded) await this.sessions.resumeTrack(upload);
    // Counting a part notes it too: a tenth of the silence that strands an upload is exact enough.
    if (isStranded || unnotedMs * 10 >= this.config.CAPTURE_STRANDED_AFTER_SEC * 1000)
      await this.uploads.touch(upload.id, now);
    return this.parts.raiseGenerations(upload.id, parts);
  }

  private async mustFind(ref: UploadRef): Promise<UploadRow> {
    const upload = await this.uploads.find(ref.organizationId, ref.uploadId);
    if (!upload) throw notFound('upload');
    return upload;
  }

  private async mustLock(ref: UploadRef): Promise<UploadRow> {
    const upload = await this.uploads.lock(ref.organizationId, ref.uploadId);
    if (!upload) throw notFound('upload');
    return upload;
  }
}

function sameUpload(upload: UploadRow, payload: OpenUpload): boolean {
  const keys = [
    'kind',
    'contentType',
    'sizeBytes',
    'captureRequestId',
    'sessionId',
    'participantId',
    'isGuest',
  ] as const;
  return keys.every((key) => upload[key] === payload[key]);
}
