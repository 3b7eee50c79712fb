/** Writes one take, through the storage worker: its media, the journal of what is durable, its record. */
import { sha256 } from '../hash.js';
import { playableEnd } from '../mp4/boxes.js';
import { hashedParts, likelyPartSize } from './hashed-parts.js';
import { RECORD_BYTES, encodeRecord } from './journal.js';
import { JOURNAL, MANIFESTS, segmentName } from './layout.js';
import type { StorageWorker } from './storage-worker.js';
import type { TakeRecord } from './take-record.js';

export class TakeWriter {
  /** Bytes of the current segment on stable storage. */
  end!: number;
  /** End of its last complete fragment; 0 while there is none. */
  safe!: number;
  readonly #storage: StorageWorker;
  readonly #record: TakeRecord;
  readonly #partSize = likelyPartSize();
  #seq = 0;
  #index!: number;
  /** What follows the last complete fragment. */
  #tail!: Blob;
  /** What follows the last whole part. */
  #rest!: Blob;

  constructor(storage: StorageWorker, record: TakeRecord) {
    this.#storage = storage;
    this.#record = record;
  }

  /** Writes the record into the older of its two copies. After the last time, others may remove the take. */
  save(isLast = false): Promise<void> {
    const record = this.#record;
    record.save++;
    const name = MANIFESTS[(record.save % 2) as 0 | 1];
    return this.#storage.put(record.id, name, { ...record, sealed: record.save }, isLast);
  }

  /** The next append() begins another file. */
  beginSegment(index: number): void {
    this.#index = index;
    this.end = this.safe = 0;
    this.#tail = this.#rest = new Blob();
    hashedParts[this.#record.id + this.#partSize] = index ? undefined : [];
  }

  /**
   * Resolves once the bytes, and after them their journal record, are on stable storage, and a part that they complete is
   * hashed. Calls must not overlap.
   */
  async append(chunk: Blob, atMs: number): Promise<void> {
    const tail = new Blob([this.#tail, chunk]);
    const whole = await playableEnd(tail);
    const entry = {
      seq: this.#seq + 1,
      segment: this.#index,
      end: this.end + chunk.size,
      safe: whole ? this.end - this.#tail.size + whole : this.safe,
      atMs,
    };
    await this.#storage.send(this.#record.id, [
      [segmentName(this.#index), this.end, chunk],
      [JOURNAL, this.#seq * RECORD_BYTES, new Blob([encodeRecord(entry)])],
    ]);
    this.#seq = entry.seq;
    this.end = entry.end;
    this.safe = entry.safe;
    this.#tail = tail.slice(whole);
    this.#rest = new Blob([this.#rest, chunk]);
    if (this.#rest.size >= this.#partSize) {
      hashedParts[this.#record.id + this.#partSize]?.push(
        await sha256(this.#rest.slice(0, this.#partSize)).catch(() => null),
      );
      this.#rest = this.#rest.slice(this.#partSize);
    }
  }
}
