import type { EncodedPacket, InputAudioTrack } from 'mediabunny';
import type { RangedFile } from './ranged-file.js';
import { momentsOf } from './waveform.model.js';

/** The sound of a file, to be read packet by packet. */
export interface Sound {
  track: InputAudioTrack;
  /** The packets that a waveform of a track of so many seconds is made of, in their order. */
  packets(durationSec: number): AsyncGenerator<EncodedPacket>;
}

/** Null for a file without sound. The library comes with the first waveform. */
export async function soundOf(file: RangedFile): Promise<Sound | null> {
  const { CustomSource, EncodedPacketSink, Input, MP4, QTFF, WEBM } = await import('mediabunny');
  const source = new CustomSource({
    getSize: () => file.sizeBytes,
    read: file.read,
    handleUnhandledError: () => undefined,
  });
  const track = await new Input({ source, formats: [MP4, QTFF, WEBM] }).getPrimaryAudioTrack();
  if (!track) return null;
  const sink = new EncodedPacketSink(track);
  async function* packets(durationSec: number): AsyncGenerator<EncodedPacket> {
    let last = -Infinity;
    for (const { fromSec, toSec } of momentsOf(durationSec)) {
      let packet = await sink.getPacket(fromSec);
      while (packet && packet.timestamp < toSec) {
        // Short moments share a packet.
        if (packet.timestamp > last) yield packet;
        last = Math.max(last, packet.timestamp);
        packet = await sink.getNextPacket(packet);
      }
    }
  }
  return { track, packets };
}
