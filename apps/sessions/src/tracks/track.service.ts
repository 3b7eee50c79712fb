import { Injectable } from '@nestjs/common';
import { AppError, type PartClaims, type PartGrantsDto } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database } from '@capture/persistence';
import type { KnownUpload, UploadState } from '../messages/server-messages.js';
import { AlignmentService } from '../alignment/alignment.service.js';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { RoomChannel } from '../rooms/room-channel.js';
import { RoomAccessService, type ParticipantPrincipal } from '../rooms/room-access.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { TakeRepository } from '../sessions/take.repository.js';
import type { CompleteTrackDto, CompletedTrackDto, OpenedTrackDto, SessionTrackDto } from './track.dto.js';
import { openTrack, uploadIdOf, type NewTrack, type Track } from './track.model.js';
import { checkClaimedClock } from './claimed-clock.model.js';
import { TrackRepository } from './track.repository.js';

/** Tracks of which a welcome tells. */
const KNOWN_UPLOADS = 200;

/** Tracks of participants. The recordings service stores and processes their bytes. */
@Injectable()
export class TrackService {
  constructor(
    private readonly database: Database,
    private readonly access: RoomAccessService,
    private readonly sessions: SessionRepository,
    private readonly takes: TakeRepository,
    private readonly tracks: TrackRepository,
    private readonly alignment: AlignmentService,
    private readonly channel: RoomChannel,
    private readonly commands: Commands,
    private readonly clock: RoomClock,
    private readonly config: SessionsConfig,
  ) {}

  /**
   * Idempotent by `clientTrackId`: opening again returns the existing track. A track whose upload may have been opened is kept,
   * so that the next call asks for the same upload instead of a second one that nobody would ever send.
   */
  async open(sessionId: string, token: string, body: NewTrack): Promise<OpenedTrackDto> {
    const participant = await this.access.participant(sessionId, token);
    const { track, fresh } = await this.database.run(() => this.findOrInsert(participant, body));
    try {
      return { trackId: track.id, partSize: await this.partSize(participant, track, body.partSizeHint) };
    } catch (error) {
      // Refused for certain: there is no upload, and the track must not count as unfinished.
      if (fresh && error instanceof AppError && error.status < 500)
        await this.tracks.deleteUnopened(track.id);
      throw error;
    }
  }

  async read(sessionId: string, trackId: string, token: string): Promise<SessionTrackDto> {
    const { participant, track } = await this.own(sessionId, trackId, token);
    const { organizationId } = participant;
    const upload = await this.commands.send('recordings.upload_state', {
      organizationId,
      uploadId: uploadIdOf(track),
    });
    return {
      trackId: track.id,
      partSize: upload.partSize,
      takeNumber: track.takeNumber,
      kind: track.kind,
      state: upload.phase,
      storedParts: upload.storedParts,
    };
  }

  /**
   * How far the track is, by what the server stored; undefined when it is not the participant's.
   * @param claimedBytes what the device has recorded, as far as it knows
   */
  async progress(
    participant: ParticipantPrincipal,
    trackId: string,
    claimedBytes: number,
  ): Promise<UploadState | undefined> {
    const track = await this.tracks.find(trackId, participant);
    if (!track) return undefined;
    const { organizationId, participantId } = participant;
    if (track.completed) return toUploadState(track);
    const uploadId = uploadIdOf(track);
    const { storedBytes = 0 } = await this.commands.send('recordings.upload_state', {
      organizationId,
      uploadId,
    });
    const progress = { storedBytes, sizeBytes: Math.max(storedBytes, claimedBytes) };
    await this.tracks.progressed(trackId, progress);
    return { participantId, trackId, ...progress, completed: false };
  }

  /** How far the latest tracks of everybody are, as the room was last told. */
  async uploads(sessionId: string): Promise<KnownUpload[]> {
    const tracks = await this.tracks.latest(sessionId, KNOWN_UPLOADS);
    return tracks.map((track) => ({
      ...toUploadState(track),
      takeNumber: track.takeNumber,
      kind: track.kind,
    }));
  }

  async grant(
    sessionId: string,
    trackId: string,
    token: string,
    { parts }: PartClaims,
  ): Promise<PartGrantsDto> {
    const { participant, track } = await this.own(sessionId, trackId, token);
    const { organizationId } = participant;
    const claims = parts.map(({ number, size, sha256 }) => ({ number, size, sha256 }));
    const payload = { organizationId, uploadId: uploadIdOf(track), parts: claims };
    return { data: await this.commands.send('recordings.grant_parts', payload) };
  }

  /** Repeatable: the answer stays the same, and after a refusal the call may be made again. */
  async complete(
    sessionId: string,
    trackId: string,
    token: string,
    body: CompleteTrackDto,
  ): Promise<CompletedTrackDto> {
    const { participant, track } = await this.own(sessionId, trackId, token);
    if (track.completed) return { trackId: track.id };
    const { parts, merkleRoot = null, sha256 = null, durationSec, manifest } = body;
    const { organizationId } = participant;
    const openedAt = await this.sessions.openedAt({ id: sessionId, organizationId });
    const open = { openedAt, now: this.clock.now() };
    checkClaimedClock(manifest, open);
    const timing = await this.alignment.timingOf(track.participantId, body.starts, open);
    const payload = {
      organizationId,
      uploadId: uploadIdOf(track),
      parts: parts.map(({ number, sha256: digest }) => ({ number, sha256: digest })),
      merkleRoot,
      sha256,
      durationSec,
      manifest,
      submissionId: null,
      ...(timing && { timing }),
    };
    const timeoutMs = this.config.CAPTURE_COMPLETE_TIMEOUT_MS;
    const { sizeBytes } = await this.commands.send('recordings.complete_upload', payload, { timeoutMs });
    await this.tracks.completed(track.id, sizeBytes);
    const done = { ...track, completed: true, storedBytes: sizeBytes, sizeBytes };
    this.channel.publish(sessionId, { kind: 'say', message: { type: 'upload', ...toUploadState(done) } });
    return { trackId: track.id };
  }

  private async findOrInsert(
    participant: ParticipantPrincipal,
    body: NewTrack,
  ): Promise<{ track: Track; fresh: boolean }> {
    const { organizationId, sessionId, participantId } = participant;
    // Locked, so that concurrent calls with one clientTrackId follow each other.
    const session = await this.sessions.lock({ id: sessionId, organizationId });
    const known =
      body.clientTrackId === undefined
        ? undefined
        : await this.tracks.findByClientId(participantId, body.clientTrackId);
    if (known) return { track: known, fresh: false };
    const counts = await this.tracks.countsOf(participantId, body.takeNumber);
    const takes = await this.takes.ofSession(session);
    const situation = { takes, ...counts, until: participant.revokedAt };
    const track = openTrack(participant, body, situation, await this.clock.read());
    await this.tracks.insert(track);
    return { track, fresh: true };
  }

  /** Opens the upload, or opens it again where another part size is wanted: it is heeded as long as no part is stored. */
  private async partSize(
    participant: ParticipantPrincipal,
    track: Track,
    hint: number | undefined,
  ): Promise<number> {
    const isSettled = track.completed || hint === undefined || hint === track.partSize;
    if (track.partSize !== null && isSettled) return track.partSize;
    const { organizationId, sessionId, participantId, isGuest } = participant;
    const { partSize } = await this.commands.send('recordings.open_upload', {
      organizationId,
      uploadId: uploadIdOf(track),
      kind: track.kind,
      contentType: track.contentType,
      sizeBytes: null,
      captureRequestId: null,
      sessionId,
      participantId,
      isGuest,
      takeNumber: track.takeNumber,
      ...(hint === undefined ? {} : { partSizeHint: hint }),
    });
    if (partSize !== track.partSize) await this.tracks.opened(track.id, partSize);
    return partSize;
  }

  /** @throws AppError `link_expired`: the same for an invalid token and for another participant's track. */
  private async own(
    sessionId: string,
    trackId: string,
    token: string,
  ): Promise<{ participant: ParticipantPrincipal; track: Track }> {
    const participant = await this.access.participant(sessionId, token);
    const track = await this.tracks.find(trackId, participant);
    if (!track) throw new AppError('link_expired', 'No track with this id is yours.');
    return { participant, track };
  }
}

function toUploadState({
  id: trackId,
  participantId,
  storedBytes,
  sizeBytes,
  completed,
}: Track): UploadState {
  return { participantId, trackId, storedBytes, sizeBytes, completed };
}
