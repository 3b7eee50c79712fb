import { Injectable } from '@nestjs/common';
import {
  AppError,
  notFound,
  readPage,
  type ForwardedCall,
  type KeyPrincipal,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Audit } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { DownloadRepository, type DownloadGrantRow } from './download.repository.js';
import { baseType, downloadFileName } from './file-name.js';
import { MediaLinks } from './media.links.js';
import {
  toRecordingDto,
  type DownloadUrlBody,
  type DownloadUrlDto,
  type RecordingDto,
} from './recording.dto.js';
import { RecordingRepository } from './recording.repository.js';
import { RenditionService } from './rendition.service.js';
import { TakeFiles } from './take-files.js';

/** Reading the library and handing out download URLs. */
@Injectable()
export class RecordingService {
  constructor(
    private readonly db: Database,
    private readonly recordings: RecordingRepository,
    private readonly downloads: DownloadRepository,
    private readonly links: MediaLinks,
    private readonly files: TakeFiles,
    private readonly renditions: RenditionService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  list(organizationId: string, query: PageQuery): Promise<Page<RecordingDto>> {
    const rows = {
      has: async (cursor: string) => (await this.recordings.find(organizationId, cursor)) !== undefined,
      after: async (cursor: string | undefined, take: number) => {
        const found = await this.recordings.page(organizationId, cursor, take);
        const tracks = await this.recordings.tracksOf(found.map((row) => row.id));
        return found.map((row) => toRecordingDto(row, tracks));
      },
    };
    return readPage(query, rows, (recording) => recording);
  }

  async read(organizationId: string, id: string): Promise<RecordingDto> {
    const recording = await this.recordings.find(organizationId, id);
    if (!recording) throw notFound('recording');
    return toRecordingDto(recording, await this.recordings.tracksOf([id]));
  }

  /** A short-lived URL of the original file or of its seekable copy, and a note of who got it. */
  async mintDownload(
    key: KeyPrincipal,
    call: ForwardedCall,
    target: { id: string; trackId: string },
    body: DownloadUrlBody,
  ): Promise<DownloadUrlDto> {
    if (key.mode === 'test')
      throw new AppError('test_mode_scope', 'A test key cannot mint download URLs; use a live key.');
    const { organizationId } = key;
    const recording = await this.recordings.find(organizationId, target.id);
    const track =
      recording &&
      (await this.recordings.tracksOf([recording.id])).find((item) => item.id === target.trackId);
    if (!recording || !track) throw notFound(recording ? 'track' : 'recording');
    if (track.state === 'expired')
      throw new AppError(
        'footage_expired',
        'The footage was deleted after its retention; the record of it stays.',
      );
    if (track.state !== 'available' || track.sha256 === null || track.sizeBytes === null) {
      throw new AppError(
        'track_not_ready',
        `The track is ${track.state}; wait for recording.track_available.`,
      );
    }
    const { rendition } = body;
    const made = rendition === 'original' ? undefined : await this.renditions.of(track, rendition);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + body.expiresInSec * 1000);
    await this.note({
      organizationId,
      recordingId: recording.id,
      trackId: track.id,
      keyId: key.keyId,
      rendition,
      ipAddress: call.ip,
      createdAt: now,
      expiresAt,
    });
    const name = downloadFileName(recording.id, track.id, track.kind, track.contentType, rendition);
    const contentType = baseType(track.contentType);
    const file = { name, contentType };
    const direct = made
      ? await this.renditions.link(made, file, body.expiresInSec)
      : await this.files.link(track.uploadId, file, body.expiresInSec);
    return {
      url: direct ?? this.links.issue(track.id, expiresAt, rendition),
      expiresAt: expiresAt.toISOString(),
      fileName: name,
      contentType,
      rendition,
      sizeBytes: made?.sizeBytes ?? track.sizeBytes,
      sha256: made?.sha256 ?? track.sha256,
    };
  }

  /** Who got it, here and in the audit log. */
  private async note(grant: DownloadGrantRow): Promise<void> {
    const { organizationId, recordingId, trackId, rendition, expiresAt } = grant;
    await this.db.run(async () => {
      await this.downloads.record(grant);
      await this.audit.state(organizationId, {
        action: 'recording.download_url_minted',
        subject: trackId,
        detail: { recordingId, rendition, expiresAt: expiresAt.toISOString() },
      });
    });
  }
}
