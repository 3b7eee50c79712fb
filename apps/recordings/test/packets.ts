import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type EncodedPacket,
  type InputTrack,
} from 'mediabunny';
import { sha256 } from './take.js';

/** Names of the boxes that a file consists of (ISO/IEC 14496-12 §4.2). */
export function boxesOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32BE(at);
    names.push(bytes.toString('latin1', at + 4, at + 8));
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
  }
  return names;
}

async function* packetsIn(track: InputTrack): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  for (let packet = await sink.getFirstPacket(); packet; packet = await sink.getNextPacket(packet))
    yield packet;
}

/** Every packet of every track: when it is shown, whether decoding may start there, and its bytes' digest. */
export async function packetsOf(bytes: Buffer): Promise<unknown[][]> {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: [MP4] });
  const tracks: unknown[][] = [];
  for (const track of await input.getTracks()) {
    const packets: unknown[] = [await track.getCodecParameterString()];
    for await (const { timestamp, type, data } of packetsIn(track))
      packets.push([Math.round(timestamp * 1e6), type, sha256(data)]);
    tracks.push(packets);
  }
  input.dispose();
  return tracks;
}

/** The video of `bytes`, `times` over, in fragments as a recorder writes it. */
export async function longer(bytes: Buffer, times: number): Promise<Buffer> {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: [MP4] });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'fragmented' }),
    target: new BufferTarget(),
  });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const [videoConfig, audioConfig] = [await video?.getDecoderConfig(), await audio?.getDecoderConfig()];
  if (!video || !audio || !videoConfig || !audioConfig) throw new Error('the clip has no video or no audio');
  const [pictures, sound] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('opus')];
  output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  const length = await input.computeDuration();
  for (let time = 0; time < times; time += 1) {
    const later = (packet: EncodedPacket) => packet.clone({ timestamp: packet.timestamp + time * length });
    for await (const packet of packetsIn(video))
      await pictures.add(later(packet), { decoderConfig: videoConfig });
    for await (const packet of packetsIn(audio))
      await sound.add(later(packet), { decoderConfig: audioConfig });
  }
  await output.finalize();
  input.dispose();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}
