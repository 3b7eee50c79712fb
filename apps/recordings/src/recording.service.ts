import { Injectable } from '@nestjs/common';
import {
  AppError,
  isId,
  notFound,
  toPage,
  type ForwardedCall,
  type KeyPrincipal,
  type Page,
} from '@capture/contracts';
import { Clock } from '@capture/platform';
import { DownloadRepository } from './download.repository.js';
import { baseType, downloadFileName } from './file-name.js';
import { MediaLinks } from './media.links.js';
import {
  toRecordingDto,
  type DownloadUrlBody,
  type DownloadUrlDto,
  type ListRecordingsQuery,
  type RecordingDto,
} from './recording.dto.js';
import { RecordingRepository } from './recording.repository.js';

/** Reading the library and handing out download URLs. */
@Injectable()
export class RecordingService {
  constructor(
    private readonly recordings: RecordingRepository,
    private readonly downloads: DownloadRepository,
    private readonly links: MediaLinks,
    private readonly clock: Clock,
  ) {}

  async list(organizationId: string, query: ListRecordingsQuery): Promise<Page<RecordingDto>> {
    if (query.cursor !== undefined) await this.requireCursor(organizationId, query.cursor);
    const rows = await this.recordings.page(organizationId, query.cursor, query.limit + 1);
    const tracks = await this.recordings.tracksOf(rows.map((row) => row.id));
    return toPage(rows, query.limit, (row) => toRecordingDto(row, tracks));
  }

  async read(organizationId: string, id: string): Promise<RecordingDto> {
    const recording = await this.recordings.find(organizationId, id);
    if (!recording) throw notFound('recording');
    return toRecordingDto(recording, await this.recordings.tracksOf([id]));
  }

  /** A short-lived URL of the original file, and a note of who got it. */
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
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + body.expiresInSec * 1000);
    await this.downloads.record({
      organizationId,
      recordingId: recording.id,
      trackId: track.id,
      keyId: key.keyId,
      ipAddress: call.ip,
      createdAt: now,
      expiresAt,
    });
    return {
      url: this.links.issue(track.id, expiresAt),
      expiresAt: expiresAt.toISOString(),
      fileName: downloadFileName(recording.id, track.id, track.kind, track.contentType),
      contentType: baseType(track.contentType),
      sizeBytes: track.sizeBytes,
      sha256: track.sha256,
    };
  }

  /** A cursor is a recording of the caller's library; anything else resolves to nothing. */
  private async requireCursor(organizationId: string, cursor: string): Promise<void> {
    const known = isId('recording', cursor) && (await this.recordings.find(organizationId, cursor));
    if (!known)
      throw new AppError('invalid_cursor', 'The cursor is not one that a list of recordings returned.');
  }
}
