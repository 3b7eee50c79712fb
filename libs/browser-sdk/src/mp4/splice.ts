/**
 * Joins the segments of an interrupted take into one playable file. The headers of later segments are left out;
 * their fragments get the time and the track ids of the first segment's tracks. The media is not copied: the
 * result refers to the stored files.
 */
import { moveFragments } from './fragments.js';
import { readHeader, type Header } from './header.js';

/** More than a segment has fragments, so that sequence numbers rise over the whole file. */
const SEQUENCE_STEP = 1_000_000;

interface Piece {
  media: Blob;
  startMs: number;
}

/**
 * One file of all segments, with the gaps between them kept. Where pictures of another size have parameter sets of
 * their own, those of every segment are written before its pictures, as `avc3` allows and `avc1` does not. A segment that
 * cannot be joined (another codec or sample rate) is appended unchanged; the manifest says where each begins.
 */
export async function spliceSegments(pieces: readonly Piece[]): Promise<Blob> {
  const headers = pieces[1] ? await Promise.all(pieces.map(({ media }) => readHeader(media))) : [];
  const [first] = pieces as [Piece];
  const [origin] = headers as [Header];
  const isInBand = headers.some(({ sets }) => sets !== origin.sets);
  const parts: BlobPart[] = [];
  for (const [index, { media, startMs }] of pieces.entries()) {
    const move = {
      source: headers[index] as Header,
      origin,
      shiftMs: startMs - first.startMs,
      sequence: index * SEQUENCE_STEP,
      isInBand,
    };
    const isMoved = index || isInBand;
    const moved = isMoved && (await moveFragments(media, move).catch(() => null));
    if (moved && !index) parts.push(origin.inBand);
    parts.push(...(moved || [media]));
  }
  return new Blob(parts, { type: 'video/mp4' });
}
