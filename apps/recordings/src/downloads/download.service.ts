import { Injectable } from '@nestjs/common';
import {
  actorOf,
  AppError,
  modeOf,
  notFound,
  type ForwardedCall,
  type OrganizationPrincipal,
} from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { RecordingRepository, type TrackRow } from '../library/recording.repository.js';
import { RenditionService } from '../renditions/rendition.service.js';
import { mediaTypeOf } from '../takes/content-type.js';
import { TakeFiles } from '../takes/take-files.js';
import type { CreateDownloadUrlDto, DownloadUrlDto, PlaybackUrlDto } from './download.dto.js';
import { DownloadRepository, type DownloadGrantRow } from './download.repository.js';
import { downloadFileName } from './file-name.js';
import { MediaLinks } from './media-links.js';

type AvailableTrack = TrackRow & { sha256: string; sizeBytes: number };

/** Hands out URLs to download and to play, and records who was given which. */
@Injectable()
export class DownloadService {
  constructor(
    private readonly database: Database,
    private readonly recordings: RecordingRepository,
    private readonly downloads: DownloadRepository,
    private readonly links: MediaLinks,
    private readonly files: TakeFiles,
    private readonly renditions: RenditionService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** A short-lived URL of the original file or of its seekable copy; who got it is recorded. */
  async create(
    caller: OrganizationPrincipal,
    call: ForwardedCall,
    target: { id: string; trackId: string },
    { rendition, expiresInSec }: CreateDownloadUrlDto,
  ): Promise<DownloadUrlDto> {
    if (modeOf(caller) === 'test')
      throw new AppError('test_mode_scope', 'A test key cannot mint download URLs; use a live key.');
    const track = await this.available(caller.organizationId, target);
    const copy = rendition === 'original' ? undefined : await this.renditions.of(track, rendition);
    const expiresAt = await this.grant(
      track,
      { principal: caller, ip: call.ip },
      { kind: 'download', rendition, expiresInSec },
    );
    const fileName = downloadFileName(track.recordingId, track.id, track.kind, track.contentType, rendition);
    const contentType = mediaTypeOf(track.contentType);
    const file = { name: fileName, contentType };
    const direct = copy
      ? await this.renditions.link(copy, file, expiresInSec)
      : await this.files.link(track.uploadId, file, expiresInSec);
    return {
      url: direct ?? this.links.issue(track.id, expiresAt, { rendition, disposition: 'attachment' }),
      expiresAt: expiresAt.toISOString(),
      fileName,
      contentType,
      rendition,
      sizeBytes: copy?.sizeBytes ?? track.sizeBytes,
      sha256: copy?.sha256 ?? track.sha256,
    };
  }

  /** A short-lived URL for a player. It is always ours: an object store would let its holder choose to save the file. */
  async play(
    caller: OrganizationPrincipal,
    call: ForwardedCall,
    target: { id: string; trackId: string },
    { rendition, expiresInSec }: CreateDownloadUrlDto,
  ): Promise<PlaybackUrlDto> {
    const track = await this.available(caller.organizationId, target);
    if (rendition !== 'original') await this.renditions.of(track, rendition);
    const expiresAt = await this.grant(
      track,
      { principal: caller, ip: call.ip },
      { kind: 'playback', rendition, expiresInSec },
    );
    return {
      url: this.links.issue(track.id, expiresAt, { rendition, disposition: 'inline' }),
      expiresAt: expiresAt.toISOString(),
      contentType: mediaTypeOf(track.contentType),
      rendition,
    };
  }

  private async available(
    organizationId: string,
    { id, trackId }: { id: string; trackId: string },
  ): Promise<AvailableTrack> {
    const recording = await this.recordings.find(organizationId, id);
    if (!recording) throw notFound('recording');
    const track = (await this.recordings.tracksOf([id])).find((item) => item.id === trackId);
    if (!track) throw notFound('track');
    const { state, sha256, sizeBytes } = track;
    if (state === 'expired') {
      const detail = 'The footage was deleted after its retention; the record of it stays.';
      throw new AppError('footage_expired', detail);
    }
    if (state !== 'available' || sha256 === null || sizeBytes === null)
      throw new AppError('track_not_ready', `The track is ${state}; wait for recording.track_available.`);
    return { ...track, sha256, sizeBytes };
  }

  /** Decides how long a URL works, and records who got it, in the table of grants and in the audit log. */
  private async grant(
    track: AvailableTrack,
    { principal, ip }: ForwardedCall & { principal: OrganizationPrincipal },
    url: { kind: 'download' | 'playback'; rendition: DownloadGrantRow['rendition']; expiresInSec: number },
  ): Promise<Date> {
    const { organizationId } = principal;
    const { recordingId, id: trackId } = track;
    const { kind, rendition, expiresInSec } = url;
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + expiresInSec * 1000);
    const caller = { callerId: actorOf(principal), ipAddress: ip };
    await this.database.run(async () => {
      const times = { createdAt, expiresAt };
      await this.downloads.record({ organizationId, recordingId, trackId, rendition, ...caller, ...times });
      await this.audit.record(organizationId, {
        action: `recording.${kind}_url_minted`,
        subject: trackId,
        detail: { recordingId, rendition, expiresAt: expiresAt.toISOString() },
      });
    });
    return expiresAt;
  }
}
