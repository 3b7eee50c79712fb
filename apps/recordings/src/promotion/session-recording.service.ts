import { Injectable } from '@nestjs/common';
import { newId, type PromotedSession, type PromoteSession } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { RecordingEvents } from '../library/recording-events.js';
import { shownSeconds, statesBefore, statusOf, type TrackState } from '../library/recording.model.js';
import { RecordingRepository, type RecordingRow, type TrackRow } from '../library/recording.repository.js';
import { arrivingTrack } from '../library/arriving-track.js';
import { isUnfinished } from '../takes/upload.model.js';
import { UploadRepository, type UploadRow } from '../takes/upload.repository.js';

/**
 * The one recording of a session. It collects tracks from the first upload on and appears in the library once the session is
 * promoted; tracks that land later are added there. The row lock of the recording serializes these changes.
 */
@Injectable()
export class SessionRecordingService {
  constructor(
    private readonly db: Database,
    private readonly recordings: RecordingRepository,
    private readonly uploads: UploadRepository,
    private readonly events: RecordingEvents,
    private readonly clock: Clock,
  ) {}

  /** Adds the expected track of an upload that was just opened; does nothing outside of sessions. */
  async expect(upload: UploadRow): Promise<void> {
    if (upload.sessionId === null) return;
    const recording = await this.ensure(upload.organizationId, upload.sessionId);
    if (recording.promotedAt === null) return;
    await this.recordings.saveTrack(arrivingTrack(upload, recording.id));
    await this.refresh(recording);
  }

  /** Adds a verified track. Returns the recording's id. */
  async land(sessionId: string, track: (recordingId: string) => TrackRow): Promise<TrackRow> {
    const { organizationId } = track('');
    const recording = await this.ensure(organizationId, sessionId);
    const landed = track(recording.id);
    await this.recordings.saveTrack(landed);
    if (recording.promotedAt !== null) await this.events.trackAvailable(recording, landed);
    await this.refresh(recording);
    return landed;
  }

  /** Puts the session's recording into the library. Idempotent. */
  async promote({ organizationId, sessionId }: PromoteSession): Promise<PromotedSession> {
    return this.db.run(async () => {
      const recording = await this.recordings.lockOfSession(organizationId, sessionId);
      if (recording?.promotedAt)
        return { promotion: 'existing', savedCount: 0, recordingId: recording.id, errorId: null };
      const uploads = (await this.uploads.ofSession(organizationId, sessionId)).filter(
        (upload) => upload.state !== 'aborted',
      );
      if (!recording || uploads.length === 0)
        return { promotion: 'empty', savedCount: 0, recordingId: null, errorId: null };
      for (const upload of uploads) {
        if (isUnfinished(upload.state)) await this.recordings.saveTrack(arrivingTrack(upload, recording.id));
      }
      // No event was sent before promotion, so `completed` is still to be sent as well.
      const savedCount = await this.announce({
        ...recording,
        status: 'partial',
        promotedAt: this.clock.now(),
      });
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
    if (moved?.recording.promotedAt) await this.events.trackStranded(upload, moved.track);
  }

  /** Locks the recording first, as promotion does, so that the two cannot wait for each other. */
  private async move(
    upload: UploadRow,
    to: TrackState,
  ): Promise<{ recording: RecordingRow; track: TrackRow } | undefined> {
    if (upload.sessionId === null) return undefined;
    const recording = await this.recordings.lockOfSession(upload.organizationId, upload.sessionId);
    const track = await this.recordings.moveTrack(upload.id, statesBefore(to), to);
    return recording && track && { recording, track };
  }

  private async announce(recording: RecordingRow): Promise<number> {
    const tracks = await this.recordings.tracksOf([recording.id]);
    const available = tracks.filter((track) => track.state === 'available');
    const status = statusOf(
      tracks.map((track) => track.state),
      tracks.length,
    );
    await this.events.created({ ...recording, status });
    for (const track of available) await this.events.trackAvailable(recording, track);
    await this.refresh(recording);
    return available.length;
  }

  /** Derives status, length and expected count from the tracks; completes the recording with the last expected one. */
  private async refresh(recording: RecordingRow): Promise<void> {
    const tracks = await this.recordings.tracksOf([recording.id]);
    const status = statusOf(
      tracks.map((track) => track.state),
      tracks.length,
    );
    const longest = tracks.reduce((most, track) => Math.max(most, track.durationMs ?? 0), 0);
    const durationSec = longest > 0 ? shownSeconds(longest, 0) : recording.durationSec;
    const { promotedAt } = recording;
    await this.recordings.update(recording.id, {
      status,
      durationSec,
      expectedTrackCount: tracks.length,
      promotedAt,
    });
    if (promotedAt !== null && status === 'complete' && recording.status !== 'complete')
      await this.events.completed(recording);
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
