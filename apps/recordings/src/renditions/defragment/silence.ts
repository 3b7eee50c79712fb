/** Packets that decode to silence, to be put where a browser lost sound. */
import { boxesIn, type Box } from './boxes.js';

export interface Silence {
  packet: Buffer;
  /** How long it lasts, in ticks of the track. */
  ticks: number;
}

/** 10 ms of CELT in full band, one frame, whose first bit says that it is silent (RFC 6716, 3.1 and 4.3). */
const OPUS_PACKET = Buffer.from([0xf0, 0xff, 0xfe]);
const OPUS_PER_SECOND = 100;
/** Of one channel and of two: all bands zero (ISO/IEC 14496-3, 4.4). */
const AAC_PACKETS: Record<number, Buffer> = {
  1: Buffer.from([0x01, 0x18, 0x20, 0x07]),
  2: Buffer.from([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c]),
};
const AAC_SAMPLES = 1024;
const AAC_LC = 2;
/** ISO/IEC 14496-3, 1.6.3.4. */
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
/** Fields of a sound's sample entry before its boxes (ISO/IEC 14496-12, 12.2.3), and where its version is in QuickTime. */
const ENTRY_BYTES = 28;
const VERSION_AT = 8;
/** `dOps`: where it says how its channels are mapped (Opus in ISOBMFF, 4.3.2). */
const MAPPING_AT = 10;
/** Tags of descriptors (ISO/IEC 14496-1, 7.2.2.1). */
const [ES, DECODER_CONFIG, DECODER_SPECIFIC] = [3, 4, 5];
/** Fields of an ES descriptor without options, and of a decoder's configuration. */
const ES_BYTES = 3;
const DECODER_CONFIG_BYTES = 13;

/** @param description of the track, an `stsd`. Undefined for what none is known of. */
export function silenceOf({ content }: Box, timescale: number): Silence | undefined {
  const [entry] = boxesIn(content.subarray(8));
  if (!entry || entry.content.length < ENTRY_BYTES || entry.content.readUInt16BE(VERSION_AT) !== 0)
    return undefined;
  const boxes = boxesIn(entry.content.subarray(ENTRY_BYTES));
  const inside = (type: string): Buffer | undefined => boxes.find((each) => each.type === type)?.content;
  const silence =
    entry.type === 'Opus' ? ofOpus(inside('dOps'), timescale) : ofAac(inside('esds'), timescale);
  return silence && Number.isInteger(silence.ticks) ? silence : undefined;
}

function ofOpus(configuration: Buffer | undefined, timescale: number): Silence | undefined {
  if (configuration?.[MAPPING_AT] !== 0) return undefined;
  return { packet: OPUS_PACKET, ticks: timescale / OPUS_PER_SECOND };
}

function ofAac(configuration: Buffer | undefined, timescale: number): Silence | undefined {
  const stream = configuration && descriptor(configuration.subarray(4), ES);
  const decoder = stream?.[2] === 0 ? descriptor(stream.subarray(ES_BYTES), DECODER_CONFIG) : undefined;
  const specific = decoder && descriptor(decoder.subarray(DECODER_CONFIG_BYTES), DECODER_SPECIFIC);
  if (!specific || specific.length < 2) return undefined;
  // Type, rate, channels, and whether a packet has 960 samples instead of 1,024.
  const word = specific.readUInt16BE(0);
  const rate = AAC_RATES[(word >> 7) & 15];
  const packet = AAC_PACKETS[(word >> 3) & 15];
  if (word >> 11 !== AAC_LC || word & 4 || !rate || !packet) return undefined;
  return { packet, ticks: (AAC_SAMPLES * timescale) / rate };
}

/** Content of the descriptor that `bytes` begin with, if it is of that tag (ISO/IEC 14496-1, 8.3.3). */
function descriptor(bytes: Buffer, tag: number): Buffer | undefined {
  if (bytes[0] !== tag) return undefined;
  let [at, size] = [1, 0];
  for (let more = true; more && at <= 4; at += 1) {
    const byte = bytes[at] ?? 0;
    size = size * 128 + (byte & 127);
    more = byte > 127;
  }
  return bytes.subarray(at, at + size);
}
