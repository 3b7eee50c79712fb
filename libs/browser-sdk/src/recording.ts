/** A take while it is being made: recorder to storage worker, chunk by chunk, segment after segment. */
import { isSpliceable, recorderOptions } from './engine.js';
import { CaptureError } from './errors.js';
import { Segment } from './segment.js';
import type { Storage } from './storage.js';
import { MANIFESTS } from './storage-protocol.js';
import type { Interruption, SegmentRecord, TakeRecord } from './take-record.js';
import { watchPage, watchTracks } from './watch.js';
import type { DeviceKind, EndReason, HealthEvent } from './types.js';

/** Media arrives every second; a silence of this length is one of the machine (sleep), not of the recorder. */
const STALL_MS = 5000;

export interface RecordingPorts {
  storage: Storage;
  record: TakeRecord;
  stream: MediaStream;
  /** Opens the same devices, or what has taken their place, after one was lost. */
  reopen: () => Promise<MediaStream>;
  onHealth: (event: HealthEvent) => void;
  /** The recording cannot go on; the owner is expected to call end() with the same reason. */
  onEnd: (reason: EndReason, error?: CaptureError) => void;
}

export class Recording {
  readonly #ports: RecordingPorts;
  #stream: MediaStream;
  #startedAt = 0;
  #segment: Segment | undefined;
  #entry: SegmentRecord | undefined;
  #writes: Promise<unknown> = Promise.resolve();
  #replacing: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #durableBytes = 0;
  #safe = 0;
  /** Less than was written, where the end of the file cannot be decoded. */
  #keepBytes: number | undefined;
  #lastChunkMs = 0;
  #onFirstWrite: () => void = () => undefined;
  #onFailure: (error: CaptureError) => void = () => undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #unwatchTracks: () => void = () => undefined;
  #unwatchPage: () => void = () => undefined;
  /** Interruptions that are not over. */
  readonly #open = new Set<Interruption>();

  constructor(ports: RecordingPorts) {
    this.#ports = ports;
    this.#stream = ports.stream;
  }

  /** Resolves after the first bytes are on stable storage. */
  async begin(maxDurationSec: number | undefined): Promise<void> {
    const { storage, record, onEnd } = this.#ports;
    await storage.send({ op: 'open', takeId: record.id });
    this.#startedAt = performance.now();
    record.startedAt = this.#dateAt(0);
    const firstWrite = new Promise<void>((resolve, reject) => {
      this.#onFirstWrite = resolve;
      this.#onFailure = reject;
    });
    // Both copies of the record get their place before the media can take it.
    await saveRecord(storage, record);
    await this.#beginSegment();
    this.#unwatchPage = watchPage((isHidden) => {
      this.#mark(isHidden, 'hidden');
      this.#ports.onHealth({ type: isHidden ? 'hidden' : 'visible', atMs: this.#nowMs });
    });
    if (maxDurationSec) this.#limit = setTimeout(() => onEnd('time_limit'), maxDurationSec * 1000);
    await firstWrite;
  }

  /** Finalises the file and its record; safe to call again. */
  end(reason: EndReason): Promise<void> {
    return (this.#ending ??= this.#finish(reason));
  }

  get #nowMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  #dateAt(atMs: number): string {
    return new Date(performance.timeOrigin + this.#startedAt + atMs).toISOString();
  }

  async #beginSegment(): Promise<void> {
    const { storage, record } = this.#ports;
    const stream = this.#stream;
    const { width = null, height = null } = stream.getVideoTracks()[0]?.getSettings() ?? {};
    const entry: SegmentRecord = { index: record.segments.length, startMs: this.#nowMs, width, height };
    record.segments.push(entry);
    // The record first: media that no record tells of could never be recovered.
    await saveRecord(storage, record);
    await storage.send({ op: 'segment', index: entry.index });
    this.#entry = entry;
    this.#safe = 0;
    this.#segment = new Segment(stream, recorderOptions(record.recorder), {
      onChunk: (chunk) => this.#append(chunk, entry),
      onLost: (cause) => this.#replace('camera', cause),
    });
    this.#segment.start();
    this.#lastChunkMs = entry.startMs = this.#nowMs;
    this.#unwatchTracks = watchTracks(stream, {
      onEnded: (kind) => this.#replace(kind),
      onMuted: (kind, isMuted) => {
        this.#mark(isMuted, 'muted', kind);
        this.#ports.onHealth({ type: isMuted ? 'muted' : 'unmuted', atMs: this.#nowMs, kind });
      },
      onResized: (size) => this.#resize(size),
    });
  }

  #append(chunk: Blob, entry: SegmentRecord): void {
    const atMs = this.#nowMs;
    const silenceMs = atMs - this.#lastChunkMs;
    if (silenceMs > STALL_MS) this.#note({ type: 'stalled', atMs: this.#lastChunkMs, durationMs: silenceMs });
    this.#lastChunkMs = atMs;
    this.#writes = this.#writes.then(async () => {
      const durable = await this.#ports.storage.send({ op: 'append', chunk, atMs });
      if (!durable) return;
      this.#durableBytes += durable.end - (entry.bytes ?? 0);
      entry.bytes = durable.end;
      this.#safe = durable.safe;
      this.#onFirstWrite();
      this.#ports.onHealth({ type: 'durable', atMs, sizeBytes: this.#durableBytes });
    });
    this.#writes.catch((error: CaptureError) => this.#fail('storage_full', error));
  }

  /** Goes on in a new segment after a device or the recorder gave up. A recorded stream is never changed. */
  #replace(kind: DeviceKind, cause?: unknown): void {
    if (this.#ending || this.#replacing) return;
    const reason: EndReason = cause ? 'recorder_error' : 'device_lost';
    this.#replacing = this.#beginReplacement(kind, reason)
      .catch((error: unknown) => {
        const lost = new CaptureError('no_devices', { cause: cause ?? error });
        this.#fail(reason, error instanceof CaptureError ? error : lost);
      })
      .finally(() => (this.#replacing = undefined));
  }

  async #beginReplacement(kind: DeviceKind, reason: EndReason): Promise<void> {
    const lost: Interruption = { type: 'device_lost', kind, atMs: this.#nowMs, durationMs: 0 };
    this.#ports.onHealth({ type: 'device_lost', atMs: lost.atMs, kind });
    await this.#endSegment(reason);
    const previous = this.#stream;
    // What gave nothing at all would give nothing again.
    if (!this.#safe) throw new CaptureError('no_devices', { detail: 'no media' });
    this.#stream = await this.#ports.reopen();
    if (!isSpliceable(this.#ports.record.recorder.mimeType, previous, this.#stream)) {
      throw new CaptureError('no_devices', { detail: 'other devices' });
    }
    if (this.#ending) return;
    this.#note(lost);
    await this.#beginSegment();
    lost.durationMs = this.#nowMs - lost.atMs;
    this.#ports.onHealth({ type: 'device_regained', atMs: this.#nowMs, kind });
  }

  /** Under avc1 the file describes one size only: what follows a change of it cannot be decoded. */
  #resize(size: { width: number; height: number }): void {
    const atMs = this.#nowMs;
    this.#note({ type: 'resized', atMs, durationMs: 0 });
    this.#ports.onHealth({ type: 'resized', atMs, ...size });
    if (!this.#ports.record.recorder.mimeType.includes('avc1')) return;
    this.#keepBytes = this.#safe;
    this.#ports.onEnd('resized');
  }

  #fail(reason: EndReason, error: CaptureError): void {
    this.#onFailure(error);
    this.#ports.onEnd(reason, error);
  }

  #note(interruption: Interruption): void {
    this.#ports.record.interruptions.push(interruption);
  }

  /** Opens or closes an interruption that lasts. */
  #mark(isOpen: boolean, type: 'muted' | 'hidden', kind?: DeviceKind): void {
    const atMs = this.#nowMs;
    for (const open of this.#open) {
      if (open.type !== type || open.kind !== kind) continue;
      open.durationMs = atMs - open.atMs;
      this.#open.delete(open);
    }
    if (!isOpen) return;
    const interruption: Interruption = { type, kind, atMs, durationMs: 0 };
    this.#open.add(interruption);
    this.#note(interruption);
  }

  async #endSegment(reason: EndReason): Promise<void> {
    this.#unwatchTracks();
    const entry = this.#entry;
    const endMs = this.#nowMs;
    await this.#segment?.stop();
    await this.#writes.catch(() => undefined);
    if (!entry) return;
    Object.assign(entry, { durationMs: endMs - entry.startMs, endReason: reason });
    // After a full disk the file ends where the last write did, which may be within a fragment.
    if (reason === 'storage_full') this.#keepBytes = this.#safe;
    entry.bytes = this.#keepBytes ?? entry.bytes ?? 0;
    this.#entry = undefined;
  }

  async #finish(reason: EndReason): Promise<void> {
    const { storage, record } = this.#ports;
    const durationMs = this.#nowMs;
    clearTimeout(this.#limit);
    this.#unwatchPage();
    if (this.#replacing) await this.#replacing;
    await this.#endSegment(reason);
    this.#onFailure(new CaptureError('not_recording'));
    for (const interruption of this.#open) interruption.durationMs = durationMs - interruption.atMs;
    record.finished = { stoppedAt: this.#dateAt(durationMs), durationMs, endReason: reason };
    try {
      await saveRecord(storage, record);
    } finally {
      await storage.send({ op: 'close' });
    }
  }
}

/** Writes the record into the older of its two copies. */
async function saveRecord(storage: Storage, record: TakeRecord): Promise<void> {
  record.save++;
  const name = MANIFESTS[record.save % 2] ?? MANIFESTS[0];
  await storage.send({
    op: 'put',
    takeId: record.id,
    name,
    text: JSON.stringify({ ...record, sealed: record.save }),
  });
}
