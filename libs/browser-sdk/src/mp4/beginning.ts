/** What the first fragments of a file say of its pictures. */
import { boxesOf } from './boxes.js';
import { isPictures, readHeader } from './header.js';
import { samplesOf } from './samples.js';

const FRAGMENTS = 3;

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
        if (track && isPictures(track)) pictures.push((ticks * 1000) / track.timescale);
      }
      fragments++;
    }
    end = start + size;
  }
  return { pictures, media: media.slice(0, end, media.type) };
}
