import { Injectable } from '@nestjs/common';
import {
  AppError,
  newId,
  type AcknowledgedTake,
  type PromotedSession,
  type PromoteSession,
  type RecordingStatus,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { RecordingEvents } from '../library/recording-events.js';
import {
  expectedTracks,
  shownSeconds,
  statesBefore,
  statusOf,
  type TrackState,
} from '../library/recording.model.js';
import { RecordingRepository, type RecordingRow } from '../library/recording.repository.js';
import type { TrackFacts, TrackRow } from '../library/track-row.js';
import { arrivingTrack } from '../library/arriving-track.js';
import { isUnfinished } from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';

/**
 * The one recording of a session. It collects tracks from the first upload on. It appears in the library when the session has
 * ended and at least one track was opened or announced. Tracks that arrive later are added to it. The row lock of the
 * recording serializes these changes.
 */
@Injectable()
export class SessionRecordingService {
  constructor(
    private readonly database: Database,
    private readonly recordings: RecordingRepository,
    private readonly uploads: UploadRepository,
    private readonly events: RecordingEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the expected track of an upload that was just opened; does nothing outside of sessions. The first one after an end
   * that found nothing makes the recording.
   * @throws AppError `footage_expired` once the recording's footage was deleted: what comes later would never be.
   */
  async expect(upload: UploadRow): Promise<void> {
    if (upload.sessionId === null) return;
    const recording = await this.ensure(upload.organizationId, upload.sessionId);
    if (recording.status === 'expired')
      throw new AppError(
        'footage_expired',
        'The recording of this session was deleted; it takes no more tracks.',
      );
    if (recording.promotedAt === null) {
      if (recording.endAskedAt !== null) await this.enterLibrary(recording);
      return;
    }
    await this.recordings.saveTrack(arrivingTrack(upload, recording.id));
    await this.refresh(recording);
  }

  /** Adds a verified track. Returns the recording's id. */
  async land(sessionId: string, track: (recordingId: string) => TrackRow): Promise<TrackRow> {
    const { organizationId } = track('');
    let recording = await this.ensure(organizationId, sessionId);
    if (recording.promotedAt === null && recording.endAskedAt !== null)
      recording = (await this.enterLibrary(recording)).recording;
    const landed = track(recording.id);
    await this.recordings.saveTrack(landed);
    if (recording.promotedAt !== null) this.events.trackAvailable(recording, landed);
    await this.refresh(recording);
    return landed;
  }

  /**
   * Puts the session's recording into the library, if anybody recorded; what comes later finds that the end has asked for it.
   * Idempotent.
   */
  async promote({ organizationId, sessionId, acknowledged = [] }: PromoteSession): Promise<PromotedSession> {
    return this.database.run(async () => {
      const found = await this.ensure(organizationId, sessionId);
      if (found.promotedAt)
        return { promotion: 'existing', savedCount: 0, recordingId: found.id, errorId: null };
      const asked = await this.recordings.askFor(found, acknowledged, this.clock.now());
      const uploads = await this.uploads.ofSession(organizationId, sessionId);
      if (acknowledged.length === 0 && uploads.every(({ state }) => state === 'aborted'))
        return { promotion: 'empty', savedCount: 0, recordingId: null, errorId: null };
      const { recording, savedCount } = await this.enterLibrary(asked);
      return { promotion: 'created', savedCount, recordingId: recording.id, errorId: null };
    });
  }

  async resumeTrack(upload: UploadRow): Promise<void> {
    await this.move(upload, 'uploading');
  }

  /** Marks the track as complete and being read. */
  async processTrack(upload: UploadRow): Promise<void> {
    await this.move(upload, 'processing');
  }

  async failTrack(upload: UploadRow): Promise<void> {
    await this.move(upload, 'failed');
  }

  /** Marks a track that stopped arriving. The event of a session's track waits for its promotion. */
  async strandTrack(upload: UploadRow): Promise<void> {
    if (upload.sessionId === null) return this.events.trackStranded(upload);
    const moved = await this.move(upload, 'stranded');
    if (moved?.recording.promotedAt) this.events.trackStranded(upload, moved.track);
  }

  /** Locks the recording first, as promotion does, so that the two cannot wait for each other. */
  private async move(
    upload: UploadRow,
    to: TrackState,
  ): Promise<{ recording: RecordingRow; track: TrackFacts } | undefined> {
    if (upload.sessionId === null) return undefined;
    const recording = await this.recordings.lockOfSession(upload.organizationId, upload.sessionId);
    const track = await this.recordings.moveTrack(upload.id, statesBefore(to), to);
    return recording && track && { recording, track };
  }

  /** No event was sent before, so `completed` may be still to be sent as well. */
  private async enterLibrary(
    gathered: RecordingRow,
  ): Promise<{ recording: RecordingRow; savedCount: number }> {
    for (const upload of await this.uploads.ofSession(gathered.organizationId, gathered.sessionId ?? ''))
      if (isUnfinished(upload.state)) await this.recordings.saveTrack(arrivingTrack(upload, gathered.id));
    const recording: RecordingRow = { ...gathered, status: 'partial', promotedAt: this.clock.now() };
    const tracks = await this.recordings.tracksOf([recording.id]);
    const available = tracks.filter((track) => track.state === 'available');
    this.events.created({ ...recording, status: statusNow(recording, tracks) });
    for (const track of available) this.events.trackAvailable(recording, track);
    await this.refresh(recording);
    return { recording, savedCount: available.length };
  }

  /** Derives status, length and expected count from the tracks; completes the recording with the last expected one. */
  private async refresh(recording: RecordingRow): Promise<void> {
    const tracks = await this.recordings.tracksOf([recording.id]);
    const status = statusNow(recording, tracks);
    const longest = tracks.reduce((most, track) => Math.max(most, track.durationMs ?? 0), 0);
    const durationSec = longest > 0 ? shownSeconds(longest, 0) : recording.durationSec;
    const { promotedAt } = recording;
    await this.recordings.update(recording.id, {
      status,
      durationSec,
      expectedTrackCount: expectedOf(recording, tracks),
      promotedAt,
    });
    if (promotedAt !== null && status === 'complete' && recording.status !== 'complete')
      this.events.completed(recording);
  }

  private async ensure(organizationId: string, sessionId: string): Promise<RecordingRow> {
    await this.recordings.insert({
      id: newId('recording'),
      organizationId,
      sessionId,
      captureRequestId: null,
      submissionId: null,
      status: 'partial',
      durationSec: null,
      expectedTrackCount: 0,
      createdAt: this.clock.now(),
      promotedAt: null,
    });
    const recording = await this.recordings.lockOfSession(organizationId, sessionId);
    if (!recording) throw new Error(`session ${sessionId} has a recording of another organization`);
    return recording;
  }
}

function expectedOf({ acknowledgedTakes }: RecordingRow, tracks: readonly TrackFacts[]): number {
  return expectedTracks(tracks, JSON.parse(acknowledgedTakes) as AcknowledgedTake[]);
}

function statusNow(recording: RecordingRow, tracks: readonly TrackFacts[]): RecordingStatus {
  const states = tracks.map((track) => track.state);
  return statusOf(states, expectedOf(recording, tracks));
}
