import type { InputVideoTrack, VideoCodec } from 'mediabunny';
import { boundedRead, openMedia } from '../takes/media-input.js';
import type { TakeFile } from '../takes/take-file.js';

/** The most of a file that is read for it: an index, and one picture. */
const MOST_READ_BYTES = 16 * 1024 * 1024;
const MOST_PICTURE_BYTES = 1024 * 1024;
const TIME_LIMIT_MS = 5_000;
/** By then cameras have found their exposure. */
const AT_SEC = 1;

/**
 * One picture of a take as an MP4 of its own: the key frame at a second, or the last one before, as it was encoded. Nothing is decoded.
 * @returns null for a file without a picture, one that cannot be read, and a picture of more than 1 MiB
 * @throws whatever the store throws
 */
export async function posterOf(file: TakeFile): Promise<Buffer | null> {
  // What the store throws must not count as a fault of the file.
  const failure: { cause?: Error } = {};
  const read = (start: number, end: number): Promise<Buffer> =>
    file.read(start, end).catch((error: unknown) => {
      failure.cause ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    });
  const input = await openMedia(file, boundedRead({ read }, MOST_READ_BYTES));
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIME_LIMIT_MS);
  });
  try {
    const made = input.getPrimaryVideoTrack().then((track) => (track ? pictureOf(track) : null));
    return await Promise.race([made, timeUp]);
  } catch {
    if (failure.cause !== undefined) throw failure.cause;
    return null;
  } finally {
    clearTimeout(timer);
    input.dispose();
  }
}

async function pictureOf(track: InputVideoTrack): Promise<Buffer | null> {
  const media = await import('mediabunny');
  const sink = new media.EncodedPacketSink(track);
  const found =
    (await sink.getKeyPacket(AT_SEC, { metadataOnly: true })) ??
    (await sink.getFirstKeyPacket({ metadataOnly: true }));
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!found || found.byteLength > MOST_PICTURE_BYTES || !codec || !decoderConfig) return null;
  const packet = await sink.getKeyPacket(found.timestamp);
  if (!packet) return null;
  const target = new media.BufferTarget();
  const output = new media.Output({ format: new media.Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new media.EncodedVideoPacketSource(codec as VideoCodec);
  output.addVideoTrack(source, { transformationMatrix: await track.getTransformationMatrix() });
  await output.start();
  await source.add(packet.clone({ timestamp: 0 }), { decoderConfig });
  await output.finalize();
  return target.buffer && Buffer.from(target.buffer);
}
