/** What a fragment says of its samples: one picture each, or one packet of sound. */
import { leavesOf } from './boxes.js';

/** tfhd flags (ISO/IEC 14496-12, 8.8.7): the fields before the duration, and the duration. */
const BASE_OFFSET = 1;
const DESCRIPTION = 2;
const DEFAULT_DURATION = 8;
/** trun flags (8.8.8): the fields of the run, and those of each sample, of which the duration is the first. */
const RUN_FIELDS = [1, 4];
const DURATION = 0x100;
const SAMPLE_FIELDS = [DURATION, 0x200, 0x400, 0x800];

interface Sample {
  /** Of the track. */
  id: number;
  /** When it begins and how long it lasts, in ticks of the track. */
  ticks: number;
  duration: number;
}

/** Of one `moof`, in order, a track after the other. */
export function* samplesOf(view: DataView): Generator<Sample> {
  let [id, ticks, usual] = [0, 0, 0];
  for (const { type, flags, fields } of leavesOf(view)) {
    if (type === 'tfhd') {
      id = view.getUint32(fields);
      const at = fields + 4 + (flags & BASE_OFFSET ? 8 : 0) + (flags & DESCRIPTION ? 4 : 0);
      usual = flags & DEFAULT_DURATION ? view.getUint32(at) : 0;
    }
    if (type === 'tfdt') ticks = flags >>> 24 ? Number(view.getBigUint64(fields)) : view.getUint32(fields);
    if (type !== 'trun') continue;
    const stride = bytesOf(flags, SAMPLE_FIELDS);
    let at = fields + 4 + bytesOf(flags, RUN_FIELDS);
    for (let left = view.getUint32(fields); left > 0; left--, at += stride) {
      const duration = flags & DURATION ? view.getUint32(at) : usual;
      yield { id, ticks, duration };
      ticks += duration;
    }
  }
}

/** Four for each field that is present. */
function bytesOf(flags: number, fields: number[]): number {
  return 4 * fields.filter((field) => flags & field).length;
}
