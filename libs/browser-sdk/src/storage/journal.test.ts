import { describe, expect, it } from 'vitest';
import { RECORD_BYTES, encodeRecord, replayJournal } from './journal.js';
import type { JournalRecord } from './journal.js';

function journalOf(count: number): { records: JournalRecord[]; bytes: Uint8Array<ArrayBuffer> } {
  const records = Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    segment: Math.floor(index / 3),
    end: (index + 1) * 1_000_003,
    safe: index * 1_000_003,
    atMs: index * 1000 + 0.5,
  }));
  return { records, bytes: Uint8Array.from(records.flatMap((record) => [...encodeRecord(record)])) };
}

describe('the journal', () => {
  it('gives back what was written', () => {
    const { records, bytes } = journalOf(7);
    expect(replayJournal(bytes)).toEqual(records);
  });

  it('holds offsets beyond 4 GiB', () => {
    const record = { seq: 1, segment: 0, end: 5 * 1024 ** 3 + 1, safe: 5 * 1024 ** 3, atMs: 1 };
    expect(replayJournal(encodeRecord(record))).toEqual([record]);
  });

  it('torn anywhere, gives every record before the tear', () => {
    const { records, bytes } = journalOf(3);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(replayJournal(bytes.slice(0, cut))).toEqual(records.slice(0, Math.floor(cut / RECORD_BYTES)));
    }
  });

  it('with any byte flipped, gives nothing from that record on', () => {
    const { records, bytes } = journalOf(3);
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 0x40;
      expect(replayJournal(flipped)).toEqual(records.slice(0, Math.floor(at / RECORD_BYTES)));
    }
  });

  it('does not trust a record that is out of order', () => {
    const first = { seq: 1, segment: 0, end: 10, safe: 0, atMs: 0 };
    const third = { ...first, seq: 3 };
    expect(replayJournal(Uint8Array.from([...encodeRecord(first), ...encodeRecord(third)]))).toEqual([first]);
  });
});
