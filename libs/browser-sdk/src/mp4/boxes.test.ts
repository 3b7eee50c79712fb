import { describe, expect, it } from 'vitest';
import { RECORD_BYTES, replayJournal } from '../storage/journal.js';
import { playableEnd } from './boxes.js';
import type { StorageWorker } from '../storage/storage-worker.js';
import type { TakeRecord } from '../storage/take-record.js';
import { TakeWriter } from '../storage/take-writer.js';
import type { FileWrite } from '../storage/worker-protocol.js';

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

/** A writer of a take, and the journal's entry of the last thing that it wrote. */
function newWriter() {
  const sent: Blob[] = [];
  const storage = {
    send: (_takeId: string, writes: FileWrite[]) => {
      sent.push(...writes.map(([, , bytes]) => bytes));
      return Promise.resolve();
    },
  } as unknown as StorageWorker;
  const writer = new TakeWriter(storage, { id: 'take' } as TakeRecord);
  writer.beginSegment(0);
  return { writer, sent };
}

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

  it('is followed while writing, however the chunks are cut', async () => {
    for (const step of [1, 3, 7, 16, 50, 1000]) {
      const { writer } = newWriter();
      for (let at = 0; at < file.length; at += step) {
        await writer.append(new Blob([file.slice(at, at + step)]), at);
        expect([writer.safe, writer.end]).toEqual([safeWithin(at + step), Math.min(at + step, file.length)]);
      }
    }
  });

  it('begins anew with each segment, and the journal counts on', async () => {
    const { writer, sent } = newWriter();
    await writer.append(new Blob([file]), 1);
    writer.beginSegment(1);
    expect([writer.safe, writer.end]).toEqual([0, 0]);
    await writer.append(new Blob([header]), 2);
    const log = await new Blob(sent.filter(({ size }) => size === RECORD_BYTES)).arrayBuffer();
    expect(replayJournal(new Uint8Array(log))).toEqual([
      { seq: 1, segment: 0, end: file.length, safe: ends[2], atMs: 1 },
      { seq: 2, segment: 1, end: header.length, safe: 0, atMs: 2 },
    ]);
  });

  it('is not moved by an mdat without its moof, nor by what is no box', async () => {
    const stray = join(header, box('mdat', 5), box('moof', 5));
    const zeros = new Blob([join(stray, new Uint8Array(64))]);
    const { writer } = newWriter();
    await writer.append(zeros, 0);
    expect(writer.safe).toBe(0);
    expect(await playableEnd(zeros)).toBe(0);
  });
});
