/** A take in progress: media goes from the recorder to the storage worker, chunk by chunk, segment by segment. */
import { CaptureError } from '../errors.js';
import type { StorageWorker } from '../storage/storage-worker.js';
import { TakeWriter } from '../storage/take-writer.js';
import type { Interruption, SegmentRecord, TakeRecord } from '../storage/take-record.js';
import type { DeviceKind, EndReason, HealthEvent } from '../types.js';
import { TIMESLICE_MS, isSpliceable, recorderOptions } from './recorder-settings.js';
import { SegmentRecorder } from './segment-recorder.js';
import { watchPage, watchTracks } from './watch.js';

/** Media arrives every second; a longer gap than this means that the machine slept. */
const STALL_MS = 5000;
const LIMIT_POLL_MS = 200;
/** A camera that works delivers its first frame well within this. */
const START_MS = 8000;

/** Reasons after which a file may end within a fragment. */
const TORN: readonly EndReason[] = ['storage_full', 'size_limit', 'recorder_error', 'unknown'];

export interface RecordingPorts {
  storage: StorageWorker;
  record: TakeRecord;
  stream: MediaStream;
  /** Opens the devices again, or their replacements, after one was lost. */
  reopen: () => Promise<MediaStream>;
  onHealth: (event: HealthEvent) => void;
  /** After every write from the first on with which the take can be played. */
  onPlayable: () => void;
  /** The recording cannot go on; the owner has to call end() with this reason. */
  onEnd: (reason: EndReason, error?: CaptureError) => void;
}

export class Recording {
  readonly #ports: RecordingPorts;
  readonly #writer: TakeWriter;
  #stream: MediaStream;
  /** Moved forward by the time in which nothing was recorded, so that #nowMs counts recorded time. */
  #startedAt = 0;
  #segment: SegmentRecorder | undefined;
  #entry: SegmentRecord | undefined;
  #writes: Promise<unknown> = Promise.resolve();
  #replacing: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #maxBytes = Infinity;
  /** Bytes handed to the writer. */
  #takenBytes = 0;
  #largest = 0;
  /** Of the segments that have ended. */
  #endedBytes = 0;
  /** Set when the end of the current file cannot be decoded: its usable bytes. */
  #keepBytes: number | undefined;
  #lastChunkMs = 0;
  #onFirstWrite: () => void = () => undefined;
  #onFailure: (error: CaptureError) => void = () => undefined;
  #limit: ReturnType<typeof setInterval> | undefined;
  #unwatchTracks: () => void = () => undefined;
  #unwatchPage: () => void = () => undefined;
  /** Interruptions that have not ended. */
  readonly #open = new Set<Interruption>();

  constructor(ports: RecordingPorts) {
    this.#ports = ports;
    this.#writer = new TakeWriter(ports.storage, ports.record);
    this.#stream = ports.stream;
  }

  /** Resolves after the first bytes are on stable storage. */
  async begin(maxDurationSec = Infinity, maxBytes = Infinity): Promise<void> {
    const { record, onEnd } = this.#ports;
    this.#startedAt = performance.now();
    record.startedAt = dateNow();
    this.#maxBytes = maxBytes;
    const firstWrite = new Promise<void>((resolve, reject) => {
      this.#onFirstWrite = resolve;
      this.#onFailure = reject;
      setTimeout(() => reject(new CaptureError('no_devices', { detail: 'no media' })), START_MS);
    });
    // Both copies of the record get their disk space before the media can use it up.
    await this.#writer.save();
    await this.#beginSegment();
    this.#unwatchPage = watchPage((isHidden) => {
      this.#mark(isHidden, 'hidden');
      this.#ports.onHealth({ type: isHidden ? 'hidden' : 'visible', atMs: this.#nowMs });
    });
    this.#limit = setInterval(() => {
      // While nothing arrives, nothing is recorded: a page that slept has to hear of it from the next chunk.
      const isLive = this.#nowMs - this.#lastChunkMs < STALL_MS;
      if (isLive && this.#nowMs >= maxDurationSec * 1000) onEnd('time_limit');
    }, LIMIT_POLL_MS);
    await firstWrite;
  }

  /** Finalises the file and its record; safe to call again. */
  end(reason: EndReason): Promise<void> {
    return (this.#ending ??= this.#finish(reason));
  }

  get #nowMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  async #beginSegment(): Promise<void> {
    const { record } = this.#ports;
    const stream = this.#stream;
    const { width = null, height = null } = stream.getVideoTracks()[0]?.getSettings() ?? {};
    const entry: SegmentRecord = { index: record.segments.length, startMs: this.#nowMs, width, height };
    record.segments.push(entry);
    // The record first: media without a record could never be recovered.
    await this.#writer.save();
    this.#writer.beginSegment(entry.index);
    this.#entry = entry;
    this.#segment = new SegmentRecorder(stream, recorderOptions(record.recorder), {
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
    // What comes after a stall in the same file would begin with a hole as long as the stall.
    if (entry.endReason) return;
    const gapMs = this.#nowMs - this.#lastChunkMs;
    if (gapMs > STALL_MS) {
      this.#note({ type: 'stalled', atMs: this.#lastChunkMs, durationMs: gapMs });
      this.#startedAt += gapMs - TIMESLICE_MS;
      entry.endReason = 'unknown';
      if (!this.#ending && !this.#replacing) this.#continue(this.#beginAgain(), 'recorder_error');
      return;
    }
    this.#takenBytes += chunk.size;
    this.#largest = Math.max(this.#largest, chunk.size);
    // The recorder still holds about this much when it is stopped.
    if (this.#takenBytes + 2 * this.#largest > this.#maxBytes) this.#ports.onEnd('size_limit');
    // What no longer fits is left out, from here on.
    if (this.#takenBytes > this.#maxBytes) {
      entry.endReason = 'size_limit';
      return;
    }
    const atMs = (this.#lastChunkMs = this.#nowMs);
    this.#writes = this.#writes.then(async () => {
      const writer = this.#writer;
      await writer.append(chunk, atMs);
      entry.bytes = writer.end;
      this.#onFirstWrite();
      if (!writer.safe) return;
      this.#ports.onPlayable();
      // A crash keeps whole fragments only, and a chunk may end anywhere.
      this.#ports.onHealth({ type: 'durable', atMs, sizeBytes: this.#endedBytes + writer.safe });
    });
    this.#writes.catch((error: CaptureError) =>
      this.#fail(error.code === 'quota_exceeded' ? 'storage_full' : 'recorder_error', error),
    );
  }

  /** Continues in a new segment after a device was lost or the recorder failed: a recorded stream cannot change. */
  #replace(kind: DeviceKind, cause?: unknown): void {
    if (this.#ending || this.#replacing) return;
    const reason: EndReason = cause ? 'recorder_error' : 'device_lost';
    this.#continue(this.#beginReplacement(kind, reason), reason, cause);
  }

  #continue(next: Promise<void>, reason: EndReason, cause?: unknown): void {
    this.#replacing = next
      .catch((error: unknown) => {
        const lost = new CaptureError('no_devices', { cause: cause ?? error });
        this.#fail(reason, error instanceof CaptureError ? error : lost);
      })
      .finally(() => (this.#replacing = undefined));
  }

  /** Goes on in a new segment after a stall, right where the last whole fragment before it ended. */
  async #beginAgain(): Promise<void> {
    await this.#endSegment('unknown');
    if (!this.#ending) await this.#beginSegment();
  }

  async #beginReplacement(kind: DeviceKind, reason: EndReason): Promise<void> {
    const lost: Interruption = { type: 'device_lost', kind, atMs: this.#nowMs, durationMs: 0 };
    this.#ports.onHealth({ type: 'device_lost', atMs: lost.atMs, kind });
    await this.#endSegment(reason);
    const previous = this.#stream;
    // A device that delivered no media would not deliver any again.
    if (!this.#writer.safe) throw new CaptureError('no_devices', { detail: 'no media' });
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

  /** Under avc1 the header describes one picture size: media after a change cannot be decoded. */
  #resize(size: { width: number; height: number }): void {
    const atMs = this.#nowMs;
    this.#note({ type: 'resized', atMs, durationMs: 0 });
    this.#ports.onHealth({ type: 'resized', atMs, ...size });
    if (!this.#ports.record.recorder.mimeType.includes('avc1')) return;
    this.#keepBytes = this.#writer.safe;
    this.#ports.onEnd('resized');
  }

  #fail(reason: EndReason, error: CaptureError): void {
    this.#onFailure(error);
    this.#ports.onEnd(reason, error);
  }

  #note(interruption: Interruption): void {
    this.#ports.record.interruptions.push(interruption);
  }

  /** Begins or ends an interruption that has a duration. */
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
    // On a full disk or a full take, and before a stall, the last write may have ended within a fragment.
    if (TORN.includes(reason)) this.#keepBytes = this.#writer.safe;
    this.#endedBytes += entry.bytes = this.#keepBytes ?? entry.bytes ?? 0;
    this.#entry = this.#keepBytes = undefined;
  }

  async #finish(reason: EndReason): Promise<void> {
    const durationMs = this.#nowMs;
    clearInterval(this.#limit);
    this.#unwatchPage();
    if (this.#replacing) await this.#replacing;
    await this.#endSegment(reason);
    this.#onFailure(new CaptureError('not_recording'));
    for (const interruption of this.#open) interruption.durationMs = durationMs - interruption.atMs;
    this.#ports.record.finished = { stoppedAt: dateNow(), durationMs, endReason: reason };
    await this.#writer.save(true);
  }
}

/** Not from performance.now(), which may stand still while the machine sleeps. */
function dateNow(): string {
  return new Date().toISOString();
}
