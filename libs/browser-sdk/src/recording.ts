/** A take while it is being made: recorder to storage worker, chunk by chunk, in order. */
import { recorderOptions } from './engine.js';
import { CaptureError } from './errors.js';
import { Segment } from './segment.js';
import type { Storage } from './storage.js';
import { MANIFESTS } from './storage-protocol.js';
import type { SegmentRecord, TakeRecord } from './take-record.js';
import type { EndReason, HealthEvent } from './types.js';

export interface RecordingPorts {
  storage: Storage;
  record: TakeRecord;
  stream: MediaStream;
  onHealth: (event: HealthEvent) => void;
  /** The recording ends by itself; the owner is expected to call end() with the same reason. */
  onEnd: (reason: EndReason, error?: CaptureError) => void;
}

export class Recording {
  readonly #ports: RecordingPorts;
  #startedAt = 0;
  #segment: Segment | undefined;
  #writes: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> | undefined;
  #durableBytes = 0;
  #onFirstWrite: () => void = () => undefined;
  #onFailure: (error: CaptureError) => void = () => undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(ports: RecordingPorts) {
    this.#ports = ports;
  }

  /** Resolves after the first bytes are on stable storage. */
  async begin(maxDurationSec: number | undefined): Promise<void> {
    const { storage, record } = this.#ports;
    await storage.send({ op: 'open', takeId: record.id });
    this.#startedAt = performance.now();
    record.startedAt = new Date(performance.timeOrigin + this.#startedAt).toISOString();
    const firstWrite = new Promise<void>((resolve, reject) => {
      this.#onFirstWrite = resolve;
      this.#onFailure = reject;
    });
    await this.#beginSegment(this.#ports.stream);
    if (maxDurationSec)
      this.#timers.push(setTimeout(() => this.#ports.onEnd('time_limit'), maxDurationSec * 1000));
    await firstWrite;
  }

  /** Finalises the file and its record; safe to call again. */
  end(reason: EndReason): Promise<void> {
    return (this.#ending ??= this.#finish(reason));
  }

  get #nowMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  async #beginSegment(stream: MediaStream): Promise<void> {
    const { storage, record } = this.#ports;
    const { width = null, height = null } = stream.getVideoTracks()[0]?.getSettings() ?? {};
    const entry: SegmentRecord = { index: record.segments.length, startMs: this.#nowMs, width, height };
    record.segments.push(entry);
    // The record first: media that no record tells of could never be recovered.
    await this.#save();
    await storage.send({ op: 'segment', index: entry.index });
    this.#segment = new Segment(stream, recorderOptions(record.recorder), {
      onChunk: (chunk) => this.#append(chunk, entry),
      onLost: (cause) =>
        this.#lose(
          cause ? 'recorder_error' : 'device_lost',
          new CaptureError('no_devices', { detail: 'the recorder stopped by itself', cause }),
        ),
    });
    this.#segment.start();
  }

  #append(chunk: Blob, entry: SegmentRecord): void {
    const atMs = this.#nowMs;
    this.#writes = this.#writes.then(async () => {
      const durable = await this.#ports.storage.send({ op: 'append', chunk, atMs });
      this.#durableBytes += (durable?.end ?? 0) - (entry.bytes ?? 0);
      entry.bytes = durable?.end ?? 0;
      this.#onFirstWrite();
      this.#ports.onHealth({ type: 'durable', atMs, sizeBytes: this.#durableBytes });
    });
    this.#writes.catch((error: CaptureError) => this.#lose('storage_full', error));
  }

  #lose(reason: EndReason, error: CaptureError): void {
    this.#onFailure(error);
    this.#ports.onEnd(reason, error);
  }

  async #finish(reason: EndReason): Promise<void> {
    const { storage, record } = this.#ports;
    const entry = record.segments.at(-1);
    const durationMs = this.#nowMs;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#segment?.stop();
    await this.#writes.catch(() => undefined);
    this.#onFailure(new CaptureError('not_recording', { detail: 'the recording ended before it began' }));
    if (entry) Object.assign(entry, { durationMs: durationMs - entry.startMs, endReason: reason });
    record.finished = {
      stoppedAt: new Date(performance.timeOrigin + this.#startedAt + durationMs).toISOString(),
      durationMs,
      endReason: reason,
    };
    try {
      await this.#save();
    } finally {
      await storage.send({ op: 'close' });
    }
  }

  async #save(): Promise<void> {
    const { storage, record } = this.#ports;
    await saveRecord(storage, record);
  }
}

/** Writes the record into the older of its two copies. */
export async function saveRecord(storage: Storage, record: TakeRecord): Promise<void> {
  record.save++;
  const name = MANIFESTS[record.save % 2] ?? MANIFESTS[0];
  await storage.send({ op: 'put', takeId: record.id, name, text: JSON.stringify(record) });
}
