/** What the first fragments of a file say of its pictures. */
import { boxesOf, leavesOf } from './boxes.js';
import { readHeader } from './header.js';

const FRAGMENTS = 3;
const PICTURES = /avc|av01|vp09|hvc1|hev1/;
/** tfhd flags (ISO/IEC 14496-12, 8.8.7): the fields before the duration, and the duration. */
const BASE_OFFSET = 1;
const DESCRIPTION = 2;
const DEFAULT_DURATION = 8;
/** trun flags (8.8.8): the fields of the run, and those of each sample, of which the duration is the first. */
const RUN_FIELDS = [1, 4];
const DURATION = 0x100;
const SAMPLE_FIELDS = [DURATION, 0x200, 0x400, 0x800];

export interface Beginning {
  /** Milliseconds into the file at which its first pictures are shown. */
  pictures: number[];
  /** The file with these fragments alone. */
  media: Blob;
}

/** Of at most three fragments, which are about three seconds. A file without pictures has none. */
export async function readBeginning(media: Blob): Promise<Beginning> {
  const { tracks } = await readHeader(media);
  const pictures: number[] = [];
  let fragments = 0;
  let end = 0;
  for await (const { type, start, size } of boxesOf(media)) {
    if (type === 'moof') {
      if (fragments === FRAGMENTS) break;
      const view = new DataView(await media.slice(start, start + size).arrayBuffer());
      for (const { id, ticks } of samplesOf(view)) {
        const track = tracks.find((each) => each.id === id);
        if (track && PICTURES.test(track.format)) pictures.push((ticks * 1000) / track.timescale);
      }
      fragments++;
    }
    end = start + size;
  }
  return { pictures, media: media.slice(0, end, media.type) };
}

/** When each sample of a fragment begins, by track. */
function* samplesOf(view: DataView): Generator<{ id: number; ticks: number }> {
  let [id, ticks, usual] = [0, 0, 0];
  for (const { type, flags, body } of leavesOf(view)) {
    if (type === 'tfhd') {
      id = view.getUint32(body);
      const at = body + 4 + (flags & BASE_OFFSET ? 8 : 0) + (flags & DESCRIPTION ? 4 : 0);
      usual = flags & DEFAULT_DURATION ? view.getUint32(at) : 0;
    }
    if (type === 'tfdt') ticks = flags >>> 24 ? Number(view.getBigUint64(body)) : view.getUint32(body);
    if (type !== 'trun') continue;
    const stride = bytesOf(flags, SAMPLE_FIELDS);
    let at = body + 4 + bytesOf(flags, RUN_FIELDS);
    for (let left = view.getUint32(body); left > 0; left--, at += stride) {
      yield { id, ticks };
      ticks += flags & DURATION ? view.getUint32(at) : usual;
    }
  }
}

/** Four for each field that is present. */
function bytesOf(flags: number, fields: number[]): number {
  return 4 * fields.filter((field) => flags & field).length;
}
