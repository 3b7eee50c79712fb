import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  AppError,
  newId,
  notFound,
  type CompletedUpload,
  type CompleteUpload,
  type UploadRef,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { LeaseRunner } from '../leases/lease-runner.js';
import { RecordingEvents } from '../library/recording-events.js';
import { shownSeconds } from '../library/recording.model.js';
import { RecordingRepository } from '../library/recording.repository.js';
import type { TrackRow } from '../library/track-row.js';
import { SessionRecordingService } from '../promotion/session-recording.service.js';
import { partKey } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import { PartRepository } from '../takes/part.repository.js';
import { isUnfinished, verifyListing, type VerifiedListing } from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';
import { landedTrack, type LandedFile } from './landed-track.js';
import { LandingFile } from './landing-file.js';
import { ProcessingRepository, type ProcessingUpload } from './processing.repository.js';

/** Reading whole files keeps disk and processor busy: more at once is not faster and takes more memory. */
const TIMING = { concurrency: 2, leaseMs: 3_000, retryMs: 2_000 };

/** How an attempt ended: with the recording, or with a refusal of the call whose JSON text is `completion`. */
export type Outcome = { answer: CompletedUpload } | { refusal: AppError; completion: string };

/** Reads the files of uploads that were completed, and lands them as tracks. What is to be done lies in the upload's row. */
@Injectable()
export class ProcessingService
  extends LeaseRunner<UploadRef, ProcessingUpload, Outcome>
  implements OnModuleDestroy
{
  constructor(
    database: Database,
    clock: Clock,
    private readonly rows: ProcessingRepository,
    private readonly uploads: UploadRepository,
    private readonly parts: PartRepository,
    private readonly recordings: RecordingRepository,
    private readonly sessions: SessionRecordingService,
    private readonly events: RecordingEvents,
    private readonly landing: LandingFile,
    private readonly store: ObjectStore,
  ) {
    super(database, rows, clock, TIMING);
  }

  /** What is being read goes on until it is done, or until the process has to end. */
  async onModuleDestroy(): Promise<void> {
    await this.forgiveAll();
  }

  protected override async claimed(upload: ProcessingUpload): Promise<void> {
    if (upload.state === 'failed') await this.sessions.failTrack(upload);
  }

  /** Runs on when its lease is lost: it may still answer its caller, and its attempt number fences it off. */
  protected override async execute(upload: ProcessingUpload): Promise<Outcome | undefined> {
    const { completion } = upload;
    if (completion === null) return undefined;
    try {
      return { answer: await this.read(upload, JSON.parse(completion) as CompleteUpload) };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await this.database.run(() => this.giveBack(upload));
      return { refusal: error, completion };
    }
  }

  private async giveBack(upload: ProcessingUpload): Promise<void> {
    if (await this.rows.giveBack(upload, this.clock.now())) await this.sessions.resumeTrack(upload);
  }

  private async read(upload: UploadRow, payload: CompleteUpload): Promise<CompletedUpload> {
    const listing = verifyListing(upload, payload, await this.parts.stored(upload.id));
    const file = await this.landing.read(upload, payload, listing);
    return this.database.run(() => this.land(upload, payload, listing, file));
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
    // What is missed here is removed by the reconciliation.
    this.database.onCommit(() => void this.store.remove(unneeded).catch(() => undefined));
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
    this.events.created(recording);
    this.events.trackAvailable(recording, track);
    this.events.completed(recording);
    return track;
  }
}

/** The answer to a call for an upload that was aborted. */
export function givenUp(): AppError {
  return new AppError('conflict', 'The upload was given up; open another one.');
}

function overtaken(): AppError {
  return new AppError('service_unavailable', 'Another reading of the file took over; complete again.', {
    retryAfterSec: 1,
  });
}
