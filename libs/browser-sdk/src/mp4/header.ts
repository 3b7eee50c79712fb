/** What has to be known of a file's `moov` to join it with others. */
import { boxesOf, leavesOf, text } from './boxes.js';

/** Codecs whose parameters travel in the stream, so that headers may differ. */
const IN_BAND = ['avc3', 'av01'];
const PICTURES = /avc|av01|vp09|hvc1|hev1/;
/** From the text `avcC` to what follows version, profile, compatibility and level. */
const AVCC_BYTES = 8;

export interface Track {
  id: number;
  /** Ticks per second. */
  timescale: number;
  /** What tracks have in common that can be joined: timescale and sample description. */
  format: string;
  /** Its parameter sets lie in the header, so that a joined file has to repeat them before its pictures. */
  isInHeader: boolean;
}

export interface Header {
  tracks: Track[];
  /** The parameter sets of an `avc1` track, as they are written before pictures: each after its length. */
  sets: string;
  /** Everything before the first fragment, for pictures that have their parameter sets before them. */
  inBand: Blob;
}

export function isPictures({ format }: Track): boolean {
  return PICTURES.test(format);
}

export async function readHeader(media: Blob): Promise<Header> {
  const header: Header = { tracks: [], sets: '', inBand: media };
  for await (const { type, start, size } of boxesOf(media)) {
    if (type !== 'moov') continue;
    const view = new DataView(await media.slice(start, start + size).arrayBuffer());
    readMoov(view, header);
    header.inBand = new Blob([media.slice(0, start), view]);
    break;
  }
  return header;
}

/** Renames `avc1` to `avc3` in the view. */
function readMoov(view: DataView, header: Header): void {
  let track: Track = { id: 0, timescale: 0, format: '', isInHeader: false };
  for (const { type, flags, fields, end } of leavesOf(view)) {
    // Version 1 of both headers has two 64-bit dates before the field, version 0 two of 32 bits.
    const afterDates = fields + (flags >>> 24 ? 16 : 8);
    if (type === 'tkhd')
      header.tracks.push((track = { ...track, id: view.getUint32(afterDates), isInHeader: false }));
    if (type === 'mdhd') track.timescale = view.getUint32(afterDates);
    if (type !== 'stsd') continue;
    const description = text(view, fields + 4, end);
    const codec = description.slice(4, 8);
    const sets = codec === 'avc1' && parameterSets(description);
    track.format = track.timescale + (sets || IN_BAND.includes(codec) ? codec : description);
    if (!sets) continue;
    track.isInHeader = true;
    header.sets = sets;
    view.setUint8(fields + 11, '3'.charCodeAt(0));
  }
}

/** Those of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3); none where samples have no lengths of 4 bytes. */
function parameterSets(description: string): string {
  let at = description.indexOf('avcC') + AVCC_BYTES;
  let sets = '';
  const next = () => description.charCodeAt(at++);
  if ((next() & 3) < 3) return sets;
  // First those of sequences, then those of pictures.
  for (const mask of [31, 255]) {
    for (let left = next() & mask; left; left--) {
      const end = at + 2 + next() * 256 + next();
      sets += `\0\0${description.slice(at - 2, end)}`;
      at = end;
    }
  }
  return sets;
}
