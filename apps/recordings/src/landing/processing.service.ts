import { Injectable, Logger } from '@nestjs/common';
import {
  AppError,
  newId,
  notFound,
  type CompletedUpload,
  type CompleteUpload,
  type UploadRef,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, Slots } from '@capture/platform';
import { LandingFile } from './landing-file.js';
import { partKey } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { PartRepository } from '../takes/part.repository.js';
import { ProcessingRepository } from './processing.repository.js';
import { RecordingEvents } from '../library/recording-events.js';
import { shownSeconds } from '../library/recording.model.js';
import { RecordingRepository, type TrackRow } from '../library/recording.repository.js';
import { SessionRecordingService } from '../promotion/session-recording.service.js';
import { landedTrack, type LandedFile } from './landed-track.js';
import { isUnfinished, verifyListing, type VerifiedListing } from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';

/** A process that dies leaves its work to another after this long; one that lives renews three times in it. */
const LEASE_MS = 3_000;
/** Pause after the store failed in the middle. */
const RETRY_MS = 2_000;
const MAX_DEATHS = 5;

/** How an attempt ended: with the recording, or with a refusal of the call whose JSON text is `completion`. */
export type Outcome = { answer: CompletedUpload } | { refusal: AppError; completion: string };

/**
 * Reads the files of uploads that were completed, and lands them as tracks. What is to be done lies in the upload's row, so
 * any process can go on after one that died: a lease says who is at it, the attempt number fences off whoever was before.
 */
@Injectable()
export class ProcessingService {
  private readonly logger = new Logger(ProcessingService.name);
  /** Reading files end to end is work for disk and processor: more at once is not faster, only hungrier. */
  private readonly readers = new Slots(2);
  private readonly running = new Map<string, Promise<Outcome | undefined>>();

  constructor(
    private readonly db: Database,
    private readonly rows: ProcessingRepository,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly recordings: RecordingRepository,
    private readonly sessions: SessionRecordingService,
    private readonly events: RecordingEvents,
    private readonly landing: LandingFile,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Carries out the complete call that an upload's row holds; joins what is under way here. Undefined when another process
   * is at it or nothing is to be done. Rejects when it has to be tried again later, which then happens without a caller.
   */
  process(ref: UploadRef): Promise<Outcome | undefined> {
    const running = this.running.get(ref.uploadId);
    if (running) return running;
    const work = this.readers.run(() => this.attempt(ref)).finally(() => this.running.delete(ref.uploadId));
    this.running.set(ref.uploadId, work);
    return work;
  }

  /** One attempt from the start, beside any that hangs; `process` waits for none of them. */
  async attempt(ref: UploadRef): Promise<Outcome | undefined> {
    const upload = await this.db.run(() => this.claim(ref));
    if (upload?.state !== 'processing' || upload.completion === null) return undefined;
    const { completion } = upload;
    const lease = setInterval(() => {
      // A renewal that fails costs a second reading at most.
      void this.rows.renew(upload, this.after(LEASE_MS)).catch(() => undefined);
    }, LEASE_MS / 3);
    try {
      return { answer: await this.read(upload, JSON.parse(completion) as CompleteUpload) };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        await this.db.run(() => this.giveBack(upload));
        return { refusal: error, completion };
      }
      this.logger.error({ err: error, uploadId: upload.id }, 'a file could not be read; it is tried again');
      const failure = (error instanceof Error ? error.message : String(error)).slice(0, 300);
      await this.rows.postpone(upload, failure, this.after(RETRY_MS));
      throw error;
    } finally {
      clearInterval(lease);
    }
  }

  private async claim(ref: UploadRef): Promise<UploadRow | undefined> {
    const upload = await this.rows.claim(ref, this.clock.now(), this.after(LEASE_MS), MAX_DEATHS);
    if (upload?.state === 'failed') {
      this.logger.error({ uploadId: upload.id, attempts: upload.attempt }, upload.failure);
      await this.sessions.failTrack(upload);
    }
    return upload;
  }

  private async giveBack(upload: UploadRow): Promise<void> {
    if (await this.rows.giveBack(upload, this.clock.now())) await this.sessions.resumeTrack(upload);
  }

  private async read(upload: UploadRow, payload: CompleteUpload): Promise<CompletedUpload> {
    const listing = verifyListing(upload, payload, await this.parts.stored(upload.id));
    const file = await this.landing.read(upload, payload, listing);
    return this.db.run(() => this.land(upload, payload, listing, file));
  }

  private after(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }

  private async land(
    { attempt }: UploadRow,
    payload: CompleteUpload,
    listing: VerifiedListing,
    file: LandedFile,
  ): Promise<CompletedUpload> {
    const upload = await this.uploads.lock(payload.organizationId, payload.uploadId);
    if (!upload) throw notFound('upload');
    if (upload.answer !== null) return JSON.parse(upload.answer) as CompletedUpload;
    if (!isUnfinished(upload.state)) throw givenUp();
    if (upload.state !== 'processing' || upload.attempt !== attempt) throw overtaken();
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
    await this.events.created(recording);
    await this.events.trackAvailable(recording, track);
    await this.events.completed(recording);
    return track;
  }
}

/** What becomes of a call for an upload that was aborted. */
export function givenUp(): AppError {
  return new AppError('conflict', 'The upload was given up; open another one.');
}

function overtaken(): AppError {
  return new AppError('service_unavailable', 'Another reading of the file took over; complete again.', {
    retryAfterSec: 1,
  });
}
