/**
 * The journal says, after a crash, which media bytes were on stable storage. A fixed-size record is
 * appended after each media write was flushed, so a valid record proves that its bytes are durable.
 */
export const RECORD_BYTES = 36;
const BODY_BYTES = 32;

export interface JournalRecord {
  /** Counts from 1 over the whole take, without gaps. */
  seq: number;
  segment: number;
  /** Bytes of the segment's file that are durable. */
  end: number;
  /** End of the segment's last complete fragment; 0 while there is none. */
  safe: number;
  /** Milliseconds since the take began. */
  atMs: number;
}

export function encodeRecord(record: JournalRecord): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, record.seq);
  view.setUint32(4, record.segment);
  view.setFloat64(8, record.end);
  view.setFloat64(16, record.safe);
  view.setFloat64(24, record.atMs);
  view.setUint32(BODY_BYTES, crc32(bytes.subarray(0, BODY_BYTES)));
  return bytes;
}

/** Reads records up to the first torn, corrupt or out-of-order one. */
export function replayJournal(bytes: Uint8Array<ArrayBuffer>): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_BYTES);
    const seq = view.getUint32(0);
    if (
      seq !== records.length + 1 ||
      view.getUint32(BODY_BYTES) !== crc32(bytes.subarray(at, at + BODY_BYTES))
    )
      break;
    records.push({
      seq,
      segment: view.getUint32(4),
      end: view.getFloat64(8),
      safe: view.getFloat64(16),
      atMs: view.getFloat64(24),
    });
  }
  return records;
}

/** CRC-32 (IEEE 802.3), bit by bit: the records are too small for a lookup table to pay off. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
