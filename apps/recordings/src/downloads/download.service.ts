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
import { IdempotentEffect } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { RecordingRepository } from '../library/recording.repository.js';
import type { TrackFacts } from '../library/track-row.js';
import { RenditionService } from '../renditions/rendition.service.js';
import { mediaTypeOf } from '../takes/content-type.js';
import { TakeFiles } from '../takes/take-files.js';
import type { CreateDownloadUrlDto, DownloadUrlDto } from './download.dto.js';
import { DownloadRepository } from './download.repository.js';
import { downloadFileName } from './file-name.js';
import { MediaLinks, type LinkedMedia } from './media-links.js';

/** The verified caller with their address. */
type OrganizationCall = Pick<ForwardedCall, 'ip'> & { principal: OrganizationPrincipal };
type AskedUrl = CreateDownloadUrlDto & Pick<LinkedMedia, 'disposition'>;
type AvailableTrack = TrackFacts & { sha256: string; sizeBytes: number };

/** Hands out URLs to download and to play, and records who was given which. */
@Injectable()
export class DownloadService {
  constructor(
    private readonly effect: IdempotentEffect,
    private readonly recordings: RecordingRepository,
    private readonly downloads: DownloadRepository,
    private readonly links: MediaLinks,
    private readonly files: TakeFiles,
    private readonly renditions: RenditionService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** A short-lived URL of the original file or of its seekable copy, to save or to play; who got it is recorded. */
  async create(
    { principal, ip }: OrganizationCall,
    target: { id: string; trackId: string },
    { rendition, expiresInSec, disposition }: AskedUrl,
  ): Promise<DownloadUrlDto> {
    if (modeOf(principal) === 'test')
      throw new AppError('test_mode_scope', 'A test key cannot mint download URLs; use a live key.');
    const track = await this.available(principal.organizationId, target);
    const copy = rendition === 'original' ? undefined : await this.renditions.of(track, rendition);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + expiresInSec * 1000);
    const fileName = downloadFileName(track.recordingId, track.id, track.kind, track.contentType, rendition);
    const contentType = mediaTypeOf(track.contentType);
    const file = { name: fileName, contentType, disposition };
    const direct = copy
      ? await this.renditions.link(copy, file, expiresInSec)
      : await this.files.link(track.uploadId, file, expiresInSec);
    const answer: DownloadUrlDto = {
      url: direct ?? this.links.issue(track.id, expiresAt, { rendition, disposition }),
      expiresAt: expiresAt.toISOString(),
      fileName,
      contentType,
      rendition,
      sizeBytes: copy?.sizeBytes ?? track.sizeBytes,
      sha256: copy?.sha256 ?? track.sha256,
    };
    return this.effect.commit(async () => {
      await this.record({ principal, ip }, track, { rendition, disposition, expiresAt, createdAt: now });
      return answer;
    });
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

  /** Records who got the URL, in the table of grants and in the audit log. */
  private async record(
    { principal, ip: ipAddress }: OrganizationCall,
    { recordingId, id: trackId }: AvailableTrack,
    { disposition, ...url }: LinkedMedia & { createdAt: Date; expiresAt: Date },
  ): Promise<void> {
    const { organizationId } = principal;
    const file = { organizationId, recordingId, trackId };
    const kind = disposition === 'inline' ? 'playback' : 'download';
    await this.downloads.record({ ...file, ...url, callerId: actorOf(principal), ipAddress });
    this.audit.record(organizationId, {
      action: `recording.${kind}_url_minted`,
      subject: trackId,
      detail: { recordingId, rendition: url.rendition, expiresAt: url.expiresAt.toISOString() },
    });
  }
}
