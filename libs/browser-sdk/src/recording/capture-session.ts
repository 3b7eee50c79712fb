/** Camera and microphone, and the recording in progress. */
import { openTake, type LockedTake } from '../storage/locked-take.js';
import { lockTake } from '../storage/take-lock.js';
import { removeEmpty, removeTake } from '../storage/take-store.js';
import type { CaptureAccess, EndReason, PreviewOptions, RequestInfo } from '../types.js';
import { closeDevices, constraintsFor, isLive, openDevices } from './devices.js';
import { checkFreeSpace } from './free-space.js';
import { newTakeRecord } from './new-take-record.js';
import { Recording, type RecordingPorts } from './recording.js';

/** Share of the maximum size that the bit rate aims for; the rest absorbs the encoder's overshoot. */
const SIZE_SHARE = 0.9;

interface LiveTake {
  id: string;
  running: Recording;
  unlock: () => void;
}

export class CaptureSession {
  #constraints!: MediaStreamConstraints;
  /** The devices' own stream. It is what is recorded; its tracks never change. */
  #source: MediaStream | undefined;
  /** The stream the page shows. It stays the same object when a device is opened again. */
  #shown: MediaStream | undefined;
  #live: LiveTake | undefined;
  #isAbandoned: boolean | undefined;

  /** The stream to show; null while the devices are off. */
  get stream(): MediaStream | null {
    return this.#shown?.active ? this.#shown : null;
  }

  async open(options: PreviewOptions = {}): Promise<MediaStream> {
    this.close();
    this.#constraints = constraintsFor(options);
    const shown = (this.#shown = new MediaStream());
    await this.#reopen();
    return shown;
  }

  /** Resolves once the first bytes are durable. When it rejects, nothing is left on disk. */
  async begin(
    access: CaptureAccess,
    request: RequestInfo | undefined,
    ports: Pick<RecordingPorts, 'storage' | 'onHealth' | 'onPlayable' | 'onEnd'>,
  ): Promise<void> {
    // A device may have been unplugged during the preview.
    if (!isLive(this.#source as MediaStream)) await this.#reopen();
    const stream = this.#source as MediaStream;
    const ceilingBps = request && (request.limits.maxSizeBytes * 8 * SIZE_SHARE) / request.maxDurationSec;
    const record = newTakeRecord(access, this.#constraints, stream, ceilingBps);
    await checkFreeSpace(record.recorder, request?.maxDurationSec, ports.onHealth);
    // What died before its first fragment is cleared away here, as a listing deletes nothing.
    void removeEmpty().catch(() => undefined);
    // Nobody else knows the id.
    const unlock = (await lockTake(record.id)) as () => void;
    const recording = new Recording({ ...ports, record, stream, reopen: () => this.#reopen() });
    this.#live = { id: record.id, running: recording, unlock };
    try {
      await recording.begin(request?.maxDurationSec, request?.limits.maxSizeBytes);
    } catch (error) {
      this.#live = undefined;
      await recording.end('unknown').catch(() => undefined);
      await removeTake(record.id);
      unlock();
      throw error;
    }
  }

  /** Finalises the take. Rejects as openTake() does. */
  async end(reason: EndReason): Promise<LockedTake> {
    const { id, running, unlock } = this.#live as LiveTake;
    // Without a finished record, the journal still says what can be played.
    await running.end(reason).catch(() => undefined);
    this.#live = undefined;
    return openTake(id, unlock);
  }

  /** Turns the devices off at once. */
  close(): void {
    closeDevices(this.#source);
  }

  /** Ends the live take, if any, for a later recover(), and turns the devices off. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    const live = this.#live;
    const ended = live?.running.end('stopped').catch(() => undefined);
    this.close();
    await ended;
    live?.unlock();
  }

  async #reopen(): Promise<MediaStream> {
    const shown = this.#shown as MediaStream;
    const stream = await openDevices(this.#constraints);
    this.close();
    this.#source = stream;
    // Nobody else would turn off what was being opened.
    if (this.#isAbandoned) this.close();
    shown.getTracks().forEach((track) => shown.removeTrack(track));
    stream.getTracks().forEach((track) => shown.addTrack(track));
    return stream;
  }
}
