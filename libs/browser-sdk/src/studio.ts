/** Camera, microphone and the take that is being made with them. */
import { openTake } from './held-take.js';
import type { HeldTake } from './held-take.js';
import { closeDevices, constraintsFor, openDevices } from './media.js';
import { Recording } from './recording.js';
import type { RecordingPorts } from './recording.js';
import type { Storage } from './storage.js';
import { holdTake } from './take-lock.js';
import { newRecord } from './take-record.js';
import { removeTake } from './vault.js';
import type { CaptureAccess, EndReason, PreviewOptions } from './types.js';

interface LiveTake {
  id: string;
  recording: Recording;
  release: () => void;
}

export class Studio {
  #constraints: MediaStreamConstraints = {};
  #stream: MediaStream | undefined;
  #live: LiveTake | undefined;

  /** The stream to show, while a device of it is on. */
  get stream(): MediaStream | null {
    return this.#stream?.active ? this.#stream : null;
  }

  get isRecording(): boolean {
    return !!this.#live;
  }

  async open(options: PreviewOptions = {}): Promise<MediaStream> {
    this.close();
    this.#constraints = constraintsFor(options);
    return (this.#stream = await openDevices(this.#constraints));
  }

  /** Resolves once the first bytes are durable; where it rejects, nothing is left behind. */
  async begin(
    access: CaptureAccess,
    maxDurationSec: number | undefined,
    ports: Pick<RecordingPorts, 'storage' | 'onHealth' | 'onEnd'>,
  ): Promise<void> {
    const stream = this.#stream as MediaStream;
    const record = newRecord(access, this.#constraints, stream);
    const release = (await holdTake(record.id)) ?? (() => undefined);
    const recording = new Recording({ ...ports, record, stream });
    this.#live = { id: record.id, recording, release };
    try {
      await recording.begin(maxDurationSec);
    } catch (error) {
      this.#live = undefined;
      await recording.end('unknown').catch(() => undefined);
      await removeTake(record.id);
      release();
      throw error;
    }
  }

  /** Finalises the take that is being made. `nothing_to_submit` where nothing in it can be played. */
  async end(reason: EndReason): Promise<HeldTake> {
    const { id, recording, release } = this.#live as LiveTake;
    try {
      // Where the record could not be finished, the journal still tells what can be played.
      await recording.end(reason).catch(() => undefined);
    } finally {
      this.#live = undefined;
    }
    try {
      return await openTake(id, release);
    } catch (error) {
      await removeTake(id);
      throw error;
    }
  }

  /** Turns the devices off at once. */
  close(): void {
    closeDevices(this.#stream);
  }

  /** Ends the live take, if any, for a later recover(), and turns the devices off. */
  async abandon(storage: Storage | undefined): Promise<void> {
    const live = this.#live;
    const ended = live?.recording.end('stopped');
    this.close();
    await ended?.catch(() => undefined);
    live?.release();
    await storage?.end().catch(() => undefined);
  }
}
