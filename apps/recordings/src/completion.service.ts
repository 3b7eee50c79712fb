import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  invalidField,
  newId,
  notFound,
  type CompletedUpload,
  type CompleteUpload,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, SigningKey } from '@capture/platform';
import { isMp4, SNIFFED_BYTES } from './container.sniff.js';
import { checkClientManifest, claimsOf, composeManifest, timingOf } from './manifest.model.js';
import { ObjectStore, partKey } from './object-store.js';
import { probe } from './probe.js';
import { RecordingFacts } from './recording.facts.js';
import { shownSeconds } from './recording.model.js';
import { RecordingRepository, type TrackRow } from './recording.repository.js';
import { SessionRecordings } from './session-recording.service.js';
import { Slots } from './slots.js';
import { DamagedParts, missingParts, type TakeFile } from './take-file.js';
import { TakeFiles, type FileOwner } from './take-files.js';
import { landedTrack, type LandedFile } from './track.model.js';
import { isLive, verifyListing, type StoredPart, type VerifiedListing } from './upload.model.js';
import { DirectParts } from './part.direct.js';
import { PartRepository } from './part.repository.js';
import { UploadRepository, type UploadRow } from './upload.repository.js';

/** Turns a finished upload into a track: verified, probed, signed, stated as facts, all in one transaction. */
@Injectable()
export class CompletionService {
  /** Reading files end to end is work for disk and processor: more at once is not faster, only hungrier. */
  private readonly readers = new Slots(2);
  private readonly running = new Map<string, Promise<CompletedUpload>>();

  constructor(
    private readonly db: Database,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly recordings: RecordingRepository,
    private readonly sessions: SessionRecordings,
    private readonly facts: RecordingFacts,
    private readonly direct: DirectParts,
    private readonly files: TakeFiles,
    private readonly store: ObjectStore,
    private readonly signing: SigningKey,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent: a repeat, at any time, gets the first answer. A refusal changes nothing and may be followed by another
   * try. Calls that arrive while the file is being read wait for that one reading.
   */
  complete(payload: CompleteUpload): Promise<CompletedUpload> {
    const key = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
    const running = this.running.get(key);
    if (running) return running;
    const work = this.run({ ...payload, manifest: claimsOf(payload.manifest) }).finally(() =>
      this.running.delete(key),
    );
    this.running.set(key, work);
    return work;
  }

  private async run(payload: CompleteUpload): Promise<CompletedUpload> {
    const upload = await this.uploads.find(payload.organizationId, payload.uploadId);
    if (!upload) throw notFound('upload');
    if (upload.answer !== null) return JSON.parse(upload.answer) as CompletedUpload;
    if (!isLive(upload.state)) throw new AppError('conflict', 'The upload was given up; open another one.');
    checkClientManifest(payload.manifest);
    try {
      return await this.finish(upload, payload);
    } catch (error) {
      // Another call may have landed the take meanwhile, and taken the parts away with it.
      const landed = await this.uploads.find(payload.organizationId, payload.uploadId);
      if (landed?.answer) return JSON.parse(landed.answer) as CompletedUpload;
      throw error;
    }
  }

  private async finish(upload: UploadRow, payload: CompleteUpload): Promise<CompletedUpload> {
    await this.direct.count(payload);
    const listing = verifyListing(upload, payload, await this.parts.stored(upload.id));
    const file = await this.readers.run(() => this.verifyFile(upload, payload, listing));
    return this.db.run(() => this.land(payload, listing, file));
  }

  /** Reads the file once for its hash, and here and there for the probe. */
  private async verifyFile(
    upload: UploadRow,
    payload: CompleteUpload,
    listing: VerifiedListing,
  ): Promise<LandedFile> {
    const { organizationId, id: uploadId, partSize } = upload;
    const owner = { organizationId, uploadId, partSize };
    await this.requireBytes(owner, listing.parts);
    if (!isMp4(await this.files.gathered(owner, listing).read(0, SNIFFED_BYTES))) {
      throw invalidField('contentType', 'mismatch', 'The bytes are not an MP4 file.');
    }
    const file = await this.files.join(owner, listing);
    const sha256 = await file.sha256().catch((error: unknown) => this.dropDamaged(owner, file, error));
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
      timing: timingOf(payload.manifest),
      manifest,
      availableAt: receivedAt,
    };
  }

  /** A part whose bytes the store has lost no longer counts: the client is told to send it again. */
  private async requireBytes(owner: FileOwner, parts: readonly StoredPart[]): Promise<void> {
    const missing = await missingParts(this.store, owner, parts);
    if (missing.length > 0) await this.askAgain(owner, missing);
  }

  /** What was read back is not what counted: neither the joined file nor those parts can be used. */
  private async dropDamaged(owner: FileOwner, file: TakeFile, error: unknown): Promise<never> {
    if (!(error instanceof DamagedParts)) throw error;
    return this.askAgain(owner, error.parts, file.fileKey === null ? [] : [file.fileKey]);
  }

  /** Removes what of the parts is left, and `useless` with it, unless the take has landed in another process. */
  private async askAgain(
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

  private async land(
    payload: CompleteUpload,
    listing: VerifiedListing,
    file: LandedFile,
  ): Promise<CompletedUpload> {
    const upload = await this.uploads.lock(payload.organizationId, payload.uploadId);
    if (!upload) throw notFound('upload');
    if (upload.answer !== null) return JSON.parse(upload.answer) as CompletedUpload;
    if (!isLive(upload.state)) throw new AppError('conflict', 'The upload was given up; open another one.');
    const stored = await this.parts.stored(upload.id);
    verifyListing(upload, { ...listing, manifest: {} }, stored);
    const track = await this.saveRecording(upload, payload, file);
    const answer: CompletedUpload = {
      recordingId: track.recordingId,
      trackId: track.id,
      durationSec: shownSeconds(track.durationMs, payload.durationSec),
      sha256: file.sha256,
      merkleRoot: listing.merkleRoot,
      sizeBytes: file.sizeBytes,
    };
    await this.parts.dropAfter(upload.id, listing.parts.length);
    await this.uploads.markCompleted(
      upload.id,
      { recordingId: track.recordingId, answer: JSON.stringify(answer), fileKey: file.fileKey },
      this.clock.now(),
    );
    const unneeded = stored
      .slice(file.fileKey === null ? listing.parts.length : 0)
      .map((part) => partKey(upload.organizationId, upload.id, part));
    // What is missed here, the sweep of orphans finds.
    this.db.onCommit(() => void this.store.remove(unneeded).catch(() => undefined));
    return answer;
  }

  private async saveRecording(
    upload: UploadRow,
    payload: CompleteUpload,
    file: LandedFile,
  ): Promise<TrackRow> {
    if (upload.sessionId !== null) {
      return this.sessions.land(upload.sessionId, (recordingId) => landedTrack(upload, recordingId, file));
    }
    const track = landedTrack(upload, newId('recording'), file);
    const recording = {
      id: track.recordingId,
      organizationId: upload.organizationId,
      sessionId: null,
      captureRequestId: upload.captureRequestId,
      submissionId: payload.submissionId,
      status: 'complete' as const,
      durationSec: shownSeconds(track.durationMs, payload.durationSec),
      expectedTrackCount: 1,
      createdAt: file.availableAt,
      promotedAt: file.availableAt,
    };
    await this.recordings.insert(recording);
    await this.recordings.saveTrack(track);
    await this.facts.created(recording);
    await this.facts.trackAvailable(recording, track);
    await this.facts.completed(recording);
    return track;
  }
}
