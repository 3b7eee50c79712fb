import { describe, expect, it } from 'vitest';
import { BoxWalker, playableEnd } from './mp4.js';

function box(type: string, payloadBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + payloadBytes).fill(0xa5);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set(new TextEncoder().encode(type), 4);
  return bytes;
}

/** The 64-bit form of a box header, as for an mdat over 4 GiB. */
function largeBox(type: string, payloadBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16 + payloadBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 1);
  bytes.set(new TextEncoder().encode(type), 4);
  view.setBigUint64(8, BigInt(bytes.length));
  return bytes;
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const header = join(box('ftyp', 12), box('moov', 40));
const fragment = join(box('moof', 20), box('mdat', 30));
const file = join(header, fragment, fragment, join(box('moof', 10), largeBox('mdat', 25)), box('mfra', 8));
const ends = [header.length + fragment.length, header.length + 2 * fragment.length, file.length - 16];

/** The last fragment that is whole in the first `length` bytes. */
const safeWithin = (length: number) => ends.findLast((end) => end <= length) ?? 0;

/** Tells a walker that the file has grown to these bytes. */
const follow = (walker: BoxWalker, bytes: Uint8Array<ArrayBuffer>) =>
  walker.follow(bytes.length, (at) => new DataView(bytes.slice(at, at + 16).buffer));

describe('where a file may be cut', () => {
  it('is found from the file alone, wherever it was torn', async () => {
    for (let cut = 0; cut <= file.length; cut++) {
      expect(await playableEnd(new Blob([file.slice(0, cut)]))).toBe(safeWithin(cut));
    }
  });

  it('is found from a known safe point, without reading what lies before it', async () => {
    const scribbled = join(new Uint8Array(ends[0] ?? 0), file.slice(ends[0]));
    expect(await playableEnd(new Blob([scribbled]), ends[0])).toBe(ends[2]);
  });

  it('is nowhere in a file that is shorter than its safe point', async () => {
    expect(await playableEnd(new Blob([header]), ends[1])).toBe(0);
  });

  it('is followed while writing, however the chunks are cut', () => {
    for (const step of [1, 3, 7, 16, 50, 1000]) {
      const walker = new BoxWalker();
      for (let at = 0; at < file.length; at += step) {
        follow(walker, file.slice(0, at + step));
        expect(walker.safe).toBe(safeWithin(at + step));
      }
    }
  });

  it('is not moved by an mdat without its moof, nor by what is no box', async () => {
    const stray = join(header, box('mdat', 5), box('moof', 5));
    const zeros = join(stray, new Uint8Array(64));
    const walker = new BoxWalker();
    follow(walker, zeros);
    expect(walker.safe).toBe(0);
    expect(await playableEnd(new Blob([zeros]))).toBe(0);
  });
});
