/** A take in progress: media goes from the recorder to the storage worker, chunk by chunk, segment by segment. */
import { CaptureError } from '../errors.js';
import type { StorageWorker } from '../storage/storage-worker.js';
import { TakeWriter } from '../storage/take-writer.js';
import type { Interruption, SegmentRecord, TakeRecord } from '../storage/take-record.js';
import type { DeviceKind, EndReason, HealthEvent } from '../types.js';
import { isLive } from './devices.js';
import { TIMESLICE_MS, recorderOptions } from './recorder-settings.js';
import { recordSegment } from './segment-recorder.js';
import { settingsOf, watchPage, watchTracks } from './watch.js';

/** When neither media nor a turn of a timer has come for longer than this, the machine slept. */
const STALL_MS = 5000;
const POLL_MS = 200;
/** A camera that works delivers its first frame well within this. */
const START_MS = 8000;

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
  /**
   * Resolves when a recorder may start, which it does in the same task. Given where recordings are lined up by when they
   * started: one that stalls ends then, as what comes later starts at another time.
   */
  onTime?: () => Promise<void>;
}

export class Recording {
  readonly #ports: RecordingPorts;
  readonly #writer: TakeWriter;
  #stream: MediaStream;
  /** Moved forward by the time in which nothing was recorded, so that #nowMs counts recorded time. */
  #startedAt!: number;
  #stopSegment: (() => Promise<void>) | undefined;
  #entry: SegmentRecord | undefined;
  #writes: Promise<unknown> = Promise.resolve();
  #replacing: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #maxBytes!: number;
  /** Bytes handed to the writer. */
  #takenBytes = 0;
  #largest = 0;
  /** Of the segments that have ended. */
  #endedBytes = 0;
  #lastChunkMs!: number;
  /** When the page was last seen running. */
  #awakeMs!: number;
  /** Of the picture. */
  #size = '';
  #onFirstWrite: (() => void) | undefined;
  #onFailure: ((error: CaptureError) => void) | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;
  #unwatchTracks: (() => void) | undefined;
  #unwatchPage: (() => void) | undefined;
  /** Interruptions that have not ended, by type and kind. */
  readonly #open = new Map<string, Interruption>();

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
    this.#unwatchPage = watchPage((isHidden) => this.#mark(isHidden, 'hidden', 'visible'));
    this.#poll = setInterval(() => {
      // A page that slept has to hear of it from the next chunk.
      if (this.#hasSlept) return;
      this.#awakeMs = this.#nowMs;
      this.#watchSize();
      if (this.#nowMs >= maxDurationSec * 1000) onEnd('time_limit');
    }, POLL_MS);
    await firstWrite;
  }

  /** Finalises the file and its record; safe to call again. */
  end(reason: EndReason): Promise<void> {
    return (this.#ending ??= this.#finish(reason));
  }

  get #nowMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  get #hasSlept(): boolean {
    return this.#nowMs - this.#awakeMs > STALL_MS;
  }

  async #beginSegment(): Promise<void> {
    const { record } = this.#ports;
    const stream = this.#stream;
    const entry: SegmentRecord = {
      index: record.segments.length,
      startMs: this.#nowMs,
      width: null,
      height: null,
    };
    record.segments.push(entry);
    // The record first: media without a record could never be recovered.
    await this.#writer.save();
    this.#writer.beginSegment(entry.index);
    await this.#ports.onTime?.();
    // A recorder would go on without the picture, or without the sound.
    if (!isLive(stream)) throw new CaptureError('no_devices');
    this.#entry = entry;
    this.#stopSegment = recordSegment(
      stream,
      recorderOptions(record.recorder),
      (chunk) => this.#append(chunk, entry),
      (cause) => this.#replace('camera', cause),
    );
    // The picture may have changed while the record was saved.
    const { width = null, height = null } = settingsOf(stream, 'video');
    Object.assign(entry, { width, height });
    this.#size = width ? String([width, height]) : '';
    this.#awakeMs = this.#lastChunkMs = entry.startMs = this.#nowMs;
    this.#unwatchTracks = watchTracks(
      stream,
      (kind) => this.#replace(kind),
      (kind, isMuted) => this.#mark(isMuted, 'muted', 'unmuted', kind),
    );
  }

  #append(chunk: Blob, entry: SegmentRecord): void {
    const isOver = () => !!entry.endReason;
    // What comes after a stall in the same file would begin with a hole as long as the stall.
    if (isOver()) return;
    // A gap while the page was awake is of a camera that gives no pictures: the recorder keeps the sound until then.
    if (this.#hasSlept) {
      const gapMs = this.#nowMs - this.#lastChunkMs;
      const stalled = this.#note({ type: 'stalled', atMs: this.#lastChunkMs, durationMs: gapMs });
      this.#startedAt += gapMs - TIMESLICE_MS;
      entry.endReason = 'unknown';
      if (this.#ports.onTime) this.#ports.onEnd('unknown');
      else this.#continue('recorder_error', stalled);
    } else this.#watchSize();
    if (isOver()) return;
    this.#takenBytes += chunk.size;
    this.#largest = Math.max(this.#largest, chunk.size);
    // The recorder still holds about this much when it is stopped.
    if (this.#takenBytes + 2 * this.#largest > this.#maxBytes) this.#ports.onEnd('size_limit');
    // What no longer fits is left out, from here on.
    if (this.#takenBytes > this.#maxBytes) {
      entry.endReason = 'size_limit';
      return;
    }
    const atMs = (this.#awakeMs = this.#lastChunkMs = this.#nowMs);
    this.#writes = this.#writes.then(async () => {
      const writer = this.#writer;
      await writer.append(chunk, atMs);
      this.#onFirstWrite?.();
      if (!writer.safe) return;
      this.#ports.onPlayable();
      // A crash keeps whole fragments only, and a chunk may end anywhere.
      this.#ports.onHealth({ type: 'durable', atMs, sizeBytes: this.#endedBytes + writer.safe });
    });
    this.#writes.catch((error: CaptureError) =>
      this.#fail(error.code === 'quota_exceeded' ? 'storage_full' : 'recorder_error', error),
    );
  }

  /** Opens the devices again after one was lost or the recorder failed. */
  #replace(kind: DeviceKind, cause?: unknown): void {
    const lost: Interruption = { type: 'device_lost', kind, atMs: this.#nowMs, durationMs: 0 };
    const prepare = async () => {
      // A device that delivered no media would not deliver any again.
      if (!this.#writer.safe) throw new CaptureError('no_devices', { detail: 'no media' });
      await this.#reopen();
      this.#note(lost);
    };
    this.#continue(cause ? 'recorder_error' : 'device_lost', lost, prepare);
  }

  async #reopen(): Promise<void> {
    const { channelCount } = settingsOf(this.#stream, 'audio');
    this.#stream = await this.#ports.reopen();
    // The header of the first file says how many there are.
    if (settingsOf(this.#stream, 'audio').channelCount !== channelCount) throw new CaptureError('no_devices');
  }

  /** Goes on in a new segment: neither a recorded stream nor the header of a file can change. */
  #continue(reason: EndReason, gap: Interruption, prepare?: () => Promise<void>): void {
    if (this.#ending || this.#replacing) return;
    this.#replacing = this.#beginAgain(reason, gap, prepare)
      .catch((error: unknown) => this.#fail(reason, CaptureError.from(error, 'no_devices')))
      .finally(() => (this.#replacing = undefined));
  }

  async #beginAgain(reason: EndReason, gap: Interruption, prepare?: () => Promise<void>): Promise<void> {
    const { kind } = gap;
    if (kind) this.#ports.onHealth({ type: 'device_lost', atMs: gap.atMs, kind });
    await this.#endSegment(reason);
    await prepare?.();
    // Some devices are gone after a sleep.
    if (!isLive(this.#stream)) await this.#reopen();
    if (this.#ending) return;
    await this.#beginSegment();
    gap.durationMs ||= this.#nowMs - gap.atMs;
    if (kind) this.#ports.onHealth({ type: 'device_regained', atMs: this.#nowMs, kind });
  }

  /** Notes a change of the picture's size. Under avc1 the header describes one size, and another needs another file. */
  #watchSize(): void {
    const entry = this.#entry;
    const { width, height = 0 } = settingsOf(this.#stream, 'video');
    if (!entry || !width) return;
    const size = String([width, height]);
    // Some devices know their size only with the first picture.
    const last = this.#size || size;
    this.#size = size;
    if (size === last) return;
    const resized = this.#note({ type: 'resized', atMs: this.#nowMs, durationMs: 0 });
    this.#ports.onHealth({ type: 'resized', atMs: resized.atMs, width, height });
    if (!this.#ports.record.recorder.mimeType.includes('avc1')) return;
    // The recorder may already hold pictures of the new size.
    resized.atMs = this.#lastChunkMs;
    entry.endReason ??= 'resized';
    this.#continue('recorder_error', resized);
  }

  #fail(reason: EndReason, error: CaptureError): void {
    this.#onFailure?.(error);
    this.#ports.onEnd(reason, error);
  }

  #note(interruption: Interruption): Interruption {
    this.#ports.record.interruptions.push(interruption);
    return interruption;
  }

  /** Begins or ends an interruption that has a duration, and tells of it. */
  #mark(isOpen: boolean, type: 'muted' | 'hidden', ended: 'unmuted' | 'visible', kind?: DeviceKind): void {
    const atMs = this.#nowMs;
    const name = type + kind;
    const last = this.#open.get(name);
    if (last) last.durationMs = atMs - last.atMs;
    this.#open.delete(name);
    if (isOpen) this.#open.set(name, this.#note({ type, kind, atMs, durationMs: 0 }));
    this.#ports.onHealth({ type: isOpen ? type : ended, atMs, kind } as HealthEvent);
  }

  async #endSegment(reason: EndReason): Promise<void> {
    this.#unwatchTracks?.();
    const entry = this.#entry;
    const endMs = entry?.endReason ? this.#lastChunkMs : this.#nowMs;
    await this.#stopSegment?.();
    await this.#writes.catch(() => undefined);
    if (!entry) return;
    // Where something was left out or could not be written, the file may end within a fragment.
    const isTorn = entry.endReason || reason === 'storage_full' || reason === 'recorder_error';
    Object.assign(entry, { durationMs: endMs - entry.startMs, endReason: entry.endReason ?? reason });
    this.#endedBytes += entry.bytes = isTorn ? this.#writer.safe : this.#writer.end;
    this.#entry = undefined;
  }

  async #finish(reason: EndReason): Promise<void> {
    const durationMs = this.#nowMs;
    clearInterval(this.#poll);
    this.#unwatchPage?.();
    await this.#replacing;
    await this.#endSegment(reason);
    this.#onFailure?.(new CaptureError('not_recording'));
    for (const interruption of this.#open.values()) interruption.durationMs = durationMs - interruption.atMs;
    this.#ports.record.finished = { stoppedAt: dateNow(), durationMs, endReason: reason };
    await this.#writer.save(true);
  }
}

/** Not from performance.now(), which may stand still while the machine sleeps. */
function dateNow(): string {
  return new Date().toISOString();
}
