import { AppError, invalidField, sha256Hex } from '@capture/contracts';
import PQueue from 'p-queue';
import type { Sharp, SharpOptions } from 'sharp';

/** Pixels that a picture may unfold to: 4096 × 4096. */
const MAX_PIXELS = 4096 * 4096;
/** Longest side of what is kept. */
const SIDE = 512;
const DECODE_SECONDS = 5;
/** Pictures that wait while another is decoded. More are refused: behind these, a call would take longer than its caller waits. */
const MOST_WAITING = 4;

type Decode = (bytes: Buffer, options: SharpOptions) => Sharp;
let decoder: Promise<Decode> | undefined;
/** A large picture takes half a second of a core: one at a time, so that many of them leave the others to everybody's calls. */
const decoding = new PQueue({ concurrency: 1 });

/** The library takes ten megabytes of memory: it is loaded for the first picture. */
async function loadDecoder(): Promise<Decode> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  // Whatever else the library reads (SVG, PDF, TIFF …) is no way in.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG_START = Buffer.from('ffd8ff', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');

/** Whether the bytes are one PNG, JPEG or WebP file from the first to the last: what follows a picture is another file. */
function isOnePicture(bytes: Buffer): boolean {
  const startsWith = (start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);
  const endsWith = (end: Buffer): boolean => bytes.subarray(-end.length).equals(end);
  if (startsWith(PNG_START)) return bytes.indexOf(PNG_END) === bytes.length - PNG_END.length;
  if (startsWith(JPEG_START)) return endsWith(JPEG_END);
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && bytes.length === bytes.readUInt32LE(4) + 8;
}

export interface LogoImage {
  /** Lower-case hex. */
  sha256: string;
  png: Uint8Array<ArrayBuffer>;
}

/**
 * The picture as a PNG of at most 512 × 512 pixels, upright and without metadata: only pixels of the upload are kept.
 * @param base64 PNG, JPEG or WebP
 * @throws AppError `invalid_input` for `field`, `service_unavailable` when too many wait
 */
export async function readLogo(base64: string, field: string): Promise<LogoImage> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) throw invalidField(field, 'format', 'This is not base64.');
  if (!isOnePicture(bytes))
    throw invalidField(field, 'format', 'This is not one PNG, JPEG or WebP file and nothing else.');
  decoder ??= loadDecoder().catch((error: unknown) => {
    // The next picture tries again.
    decoder = undefined;
    throw error;
  });
  const decode = await decoder;
  if (decoding.size >= MOST_WAITING)
    throw new AppError('service_unavailable', 'Too many pictures at this moment. Try again shortly.', {
      retryAfterSec: 5,
    });
  try {
    const png = await decoding.add(() =>
      decode(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
        .autoOrient()
        .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9 })
        .timeout({ seconds: DECODE_SECONDS })
        .toBuffer(),
    );
    return { sha256: sha256Hex(png), png: new Uint8Array(png) };
  } catch {
    throw invalidField(
      field,
      'format',
      `The picture is damaged or has more than ${MAX_PIXELS.toLocaleString('en')} pixels.`,
    );
  }
}
