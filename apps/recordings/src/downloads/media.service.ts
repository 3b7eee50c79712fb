import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { ServedTrackRepository, type ServedTrack } from '../library/served-track.repository.js';
import { RenditionService } from '../renditions/rendition.service.js';
import type { ByteRange, Sink } from '../store/object-store.js';
import { mediaTypeOf } from '../takes/content-type.js';
import { KnownFiles } from '../takes/known-files.js';
import type { TakeFile } from '../takes/take-file.js';
import { TakeFiles } from '../takes/take-files.js';
import { downloadFileName } from './file-name.js';
import { MediaLinks, type LinkedMedia } from './media-links.js';
import { parseRange } from './range-header.js';

/** What a GET sends; a HEAD sends it without the body. */
export interface MediaAnswer {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  /** Hands the bytes to what sends them; absent where there is nothing to send. */
  body?: (scratch: Buffer, sink: Sink) => Promise<void>;
}

/** A track with size, digest and bytes of the file that is asked for. */
type FileTrack = ServedTrack &
  LinkedMedia & {
    sizeBytes: number;
    sha256: string;
    open(): Promise<TakeFile>;
  };

/** Serves the files of available tracks (RFC 9110: conditions, ranges). */
@Injectable()
export class MediaService {
  private readonly known = new KnownFiles();

  constructor(
    private readonly database: Database,
    private readonly links: MediaLinks,
    private readonly tracks: ServedTrackRepository,
    private readonly files: TakeFiles,
    private readonly renditions: RenditionService,
  ) {}

  async answer(trackId: string, queryText: string, headers: IncomingHttpHeaders): Promise<MediaAnswer> {
    const track = await this.available(trackId, this.links.check(trackId, queryText));
    const shared = headersOf(track);
    const etag = `"${track.sha256}"`;
    if (etagsOf(headers['if-none-match']).some((given) => given === etag || given === '*'))
      return { status: 304, headers: shared };
    const asked = parseRange(appliesTo(headers, etag) ? headers.range : undefined, track.sizeBytes);
    if (asked === 'unsatisfiable') {
      return { status: 416, headers: { ...shared, 'content-range': `bytes */${track.sizeBytes}` } };
    }
    const name = `${track.uploadId}/${track.rendition}/${track.sha256}`;
    const file = await this.known.open(name, () => track.open());
    if (asked === 'whole')
      return {
        status: 200,
        headers: { ...shared, 'content-length': String(track.sizeBytes) },
        body: (...to) => file.deliver({ start: 0, end: file.sizeBytes - 1 }, ...to),
      };
    return partial(track, asked, shared, (...to) => file.deliver(asked, ...to));
  }

  private async available(trackId: string, linked: LinkedMedia): Promise<FileTrack> {
    const { rendition } = linked;
    const track = await this.database.forEveryOrganization('a signed URL says no organization', () =>
      this.tracks.find(trackId),
    );
    if (track?.state === 'expired') throw new AppError('footage_expired', 'The footage was deleted.');
    if (track?.state !== 'available' || track.sizeBytes === null || track.sha256 === null) {
      throw new AppError('track_not_ready', 'The track has no downloadable file at the moment.');
    }
    this.database.setOrganization(track.organizationId);
    const { sizeBytes, sha256 } = track;
    if (rendition === 'original')
      return { ...track, ...linked, sizeBytes, sha256, open: () => this.files.open(track) };
    const made = await this.renditions.find(track, rendition);
    if (!made)
      throw new AppError('track_not_ready', `The ${rendition} copy is not there any more; mint again.`);
    const file = { sizeBytes: made.sizeBytes, sha256: made.sha256, availableAt: made.readyAt };
    return { ...track, ...file, ...linked, open: () => this.renditions.open(made) };
  }
}

function headersOf(track: FileTrack): Record<string, string> {
  const name = downloadFileName(track.recordingId, track.id, track.kind, track.contentType, track.rendition);
  return {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': `${track.disposition}; filename="${name}"`,
    'content-type': mediaTypeOf(track.contentType),
    'content-security-policy': "default-src 'none'; sandbox",
    etag: `"${track.sha256}"`,
    'last-modified': (track.availableAt ?? new Date(0)).toUTCString(),
    'x-content-type-options': 'nosniff',
  };
}

function partial(
  track: FileTrack,
  { start, end }: ByteRange,
  shared: Record<string, string>,
  body: NonNullable<MediaAnswer['body']>,
): MediaAnswer {
  const range = {
    'content-range': `bytes ${start}-${end}/${track.sizeBytes}`,
    'content-length': String(end - start + 1),
  };
  return { status: 206, headers: { ...shared, ...range }, body };
}

function etagsOf(header: string | undefined): string[] {
  return (header ?? '').split(',').map((item) => item.trim().replace(/^W\//, ''));
}

/** A range counts only while If-Range, where given, still names these bytes; dates are too coarse to. */
function appliesTo(headers: IncomingHttpHeaders, etag: string): boolean {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag;
}
