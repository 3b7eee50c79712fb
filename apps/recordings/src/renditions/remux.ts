import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { AudioCodec, EncodedPacket, InputTrack, StreamTargetChunk, VideoCodec } from 'mediabunny';
import { openMedia } from '../takes/media-input.js';
import type { TakeFile } from '../takes/take-file.js';
import { MAX_PACKETS, NotRemuxable } from './not-remuxable.js';

type Media = typeof import('mediabunny');

/** Packets after which others have their turn: those that are known or read already wait for nothing. */
const PACKETS_A_TURN = 1000;
/** What the library keeps of a packet until the copy is written: 300 bytes and some. */
const PACKET_BYTES = 400;
/** As many as fit into half of the memory that the process may have. */
const MOST_PACKETS = Math.min(
  MAX_PACKETS,
  Math.floor(getHeapStatistics().heap_size_limit / 2 / PACKET_BYTES),
);

/** The copying of one track, packet by packet. */
interface TrackCopy {
  next: EncodedPacket | null;
  /** Writes the packet and reads the next one. */
  advance(packet: EncodedPacket): Promise<void>;
}

interface Patch {
  position: number;
  data: Uint8Array;
}

/** Whether a run of the muxer reads the bytes of packets, or writes as many zeros in their place. */
type Packets = 'whole' | 'sizes';

/**
 * What a run of the muxer writes: bytes one after another, and bytes that it writes over earlier ones because it knows
 * them only at the end (the index, the size of the media).
 */
class Writes {
  readonly patches: Patch[] = [];
  private end = 0;

  /** The bytes of `chunk` that go on where the last ones ended; the rest is kept as a patch. */
  take({ position, data }: StreamTargetChunk): Uint8Array<ArrayBuffer> {
    const behind = Math.min(data.length, this.end - position);
    if (behind < 0) throw new NotRemuxable('the copy would have a hole');
    if (behind > 0) this.patches.push({ position, data: data.slice(0, behind) });
    const fresh = data.subarray(behind);
    this.end += fresh.length;
    return fresh;
  }

  get position(): number {
    return this.end;
  }
}

/**
 * Writes `file` anew as an MP4 with its index in front and without fragments, packet by packet, nothing re-encoded.
 * The index comes first and is known last, so the muxer runs twice: once over the sizes and times of the packets, which
 * is all that the index says, and once to hand out the bytes with that index in place. No scratch file is needed, and
 * memory holds the index and a few packets, however long the take is.
 * @throws NotRemuxable when the file cannot be read to its end; whatever the store or `write` throws.
 */
export async function remux(
  file: TakeFile,
  write: (bytes: Buffer) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const plan = new Writes();
  const planned = await mux(file, 'sizes', signal, (chunk) => void plan.take(chunk));
  const run = new Writes();
  const written = await mux(file, 'whole', signal, async (chunk) => {
    const at = run.position;
    const fresh = run.take(chunk);
    if (fresh.length === 0) return;
    for (const patch of plan.patches) overlay(fresh, at, patch);
    await write(Buffer.from(fresh.buffer, fresh.byteOffset, fresh.length));
  });
  if (written !== planned || run.position !== plan.position)
    throw new NotRemuxable('the file reads differently each time');
}

function overlay(bytes: Uint8Array, at: number, patch: Patch): void {
  const start = Math.max(at, patch.position);
  const end = Math.min(at + bytes.length, patch.position + patch.data.length);
  if (start < end) bytes.set(patch.data.subarray(start - patch.position, end - patch.position), start - at);
}

/**
 * One run of the muxer over the whole file.
 * @returns a hash of all that the index says of packets, which is the same for two runs over the same file.
 */
async function mux(
  file: TakeFile,
  packets: Packets,
  signal: AbortSignal,
  sink: (chunk: StreamTargetChunk) => Promise<void> | void,
): Promise<string> {
  const media = await import('mediabunny');
  // What the store or the sink throws must not count as a fault of the file.
  const failure: { cause?: Error } = {};
  const note = (error: unknown): never => {
    failure.cause ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  };
  const input = await openMedia(file, (start, end) => file.read(start, end).catch(note));
  // Between two packets a hostile file may have very much that is read.
  const stop = (): void => input.dispose();
  signal.addEventListener('abort', stop, { once: true });
  const target = new WritableStream<StreamTargetChunk>({
    write: async (chunk) => {
      try {
        await sink(chunk);
      } catch (error) {
        note(error);
      }
    },
  });
  const output = new media.Output({
    format: new media.Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new media.StreamTarget(target),
  });
  try {
    const tracks = await input.getTracks();
    if (tracks.length === 0) throw new NotRemuxable('the file has no tracks');
    const counts = await countPackets(media, tracks, file.sizeBytes, signal);
    const seen = createHash('sha256');
    const copies: TrackCopy[] = [];
    for (const [index, track] of tracks.entries())
      if (counts[index])
        copies.push(await copyOf(media, output, { track, packets, seen, count: counts[index] }));
    if (copies.length === 0) throw new NotRemuxable('the file has no packets');
    await output.start();
    await interleave(copies, signal);
    await output.finalize();
    return seen.digest('hex');
  } catch (error) {
    await output.cancel().catch(() => undefined);
    if (failure.cause !== undefined) throw failure.cause;
    signal.throwIfAborted();
    if (error instanceof NotRemuxable) throw error;
    throw new NotRemuxable(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    input.dispose();
  }
}

/** Packets of each track, read without their bytes. Refuses files made to cost more than their size. */
async function countPackets(
  media: Media,
  tracks: readonly InputTrack[],
  sizeBytes: number,
  signal: AbortSignal,
): Promise<number[]> {
  const counts: number[] = [];
  let [packets, bytes] = [0, 0];
  for (const track of tracks) {
    const sink = new media.EncodedPacketSink(track);
    let count = 0;
    let packet = await sink.getFirstPacket({ metadataOnly: true });
    for (; packet; packet = await sink.getNextPacket(packet, { metadataOnly: true })) {
      signal.throwIfAborted();
      count += 1;
      packets += 1;
      if (packets % PACKETS_A_TURN === 0) await nextTurn();
      bytes += packet.byteLength;
      // Each packet has a byte at least: without one it would cost only memory.
      if (packets > Math.min(MOST_PACKETS, sizeBytes) || bytes > sizeBytes)
        throw new NotRemuxable('the file claims more media than it has bytes for');
    }
    counts.push(count);
  }
  return counts;
}

interface PacketCopy {
  track: InputTrack;
  packets: Packets;
  /** Takes in what the index says of each packet. */
  seen: Hash;
  count: number;
}

async function copyOf(
  media: Media,
  output: InstanceType<Media['Output']>,
  { track, packets, seen, count: maximumPacketCount }: PacketCopy,
): Promise<TrackCopy> {
  const codec = await track.getCodec();
  if (codec === null || !output.format.getSupportedCodecs().includes(codec))
    throw new NotRemuxable(`an MP4 cannot hold the codec of track ${track.number}`);
  const about = { maximumPacketCount, disposition: await track.getDisposition() };
  let add: (packet: EncodedPacket) => Promise<void>;
  if (track.isVideoTrack()) {
    const meta = { decoderConfig: required(track, await track.getDecoderConfig()) };
    const source = new media.EncodedVideoPacketSource(codec as VideoCodec);
    output.addVideoTrack(source, { ...about, transformationMatrix: await track.getTransformationMatrix() });
    add = (packet) => source.add(packet, meta);
  } else if (track.isAudioTrack()) {
    const meta = { decoderConfig: required(track, await track.getDecoderConfig()) };
    const source = new media.EncodedAudioPacketSource(codec as AudioCodec);
    output.addAudioTrack(source, about);
    add = (packet) => source.add(packet, meta);
  } else {
    throw new NotRemuxable(`track ${track.number} is neither video nor audio`);
  }
  const sink = new media.EncodedPacketSink(track);
  const options = { metadataOnly: packets === 'sizes' };
  const copy: TrackCopy = {
    next: await sink.getFirstPacket(options),
    advance: async (packet) => {
      const { type, timestamp, duration, byteLength } = packet;
      seen.update(`${track.number} ${type} ${timestamp} ${duration} ${byteLength}\n`);
      await add(options.metadataOnly ? packet.clone({ data: zeros(packet.byteLength) }) : packet);
      copy.next = await sink.getNextPacket(packet, options);
    },
  };
  return copy;
}

let shared = new Uint8Array(0);

/** `length` zeros in memory that all callers share: the muxer only copies them. */
function zeros(length: number): Uint8Array {
  if (shared.length < length) shared = new Uint8Array(2 * length);
  return shared.subarray(0, length);
}

function required<T>(track: InputTrack, decoderConfig: T | null): T {
  if (decoderConfig === null) throw new NotRemuxable(`track ${track.number} does not say how it is decoded`);
  return decoderConfig;
}

/** Packets in the order of their times, one by one, so that both runs write the same. */
async function interleave(copies: readonly TrackCopy[], signal: AbortSignal): Promise<void> {
  for (let packets = 1; ; packets += 1) {
    signal.throwIfAborted();
    if (packets % PACKETS_A_TURN === 0) await nextTurn();
    let first: TrackCopy | undefined;
    for (const copy of copies) {
      if (copy.next && (!first?.next || copy.next.timestamp < first.next.timestamp)) first = copy;
    }
    if (!first?.next) return;
    await first.advance(first.next);
  }
}
