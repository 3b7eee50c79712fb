/** Camera, microphone and the take that is being made with them. */
import { openTake } from './held-take.js';
import type { HeldTake } from './held-take.js';
import { checkHeadroom } from './headroom.js';
import { closeDevices, constraintsFor, openDevices } from './media.js';
import { Recording } from './recording.js';
import type { RecordingPorts } from './recording.js';
import { holdTake } from './take-lock.js';
import { newRecord } from './take-record.js';
import { removeTake } from './vault.js';
import type { CaptureAccess, EndReason, PreviewOptions, RequestInfo } from './types.js';

/** Of the largest size a take may have, what its media may fill: the rest is the encoder's freedom. */
const SIZE_SHARE = 0.9;

interface LiveTake {
  id: string;
  recording: Recording;
  release: () => void;
}

export class Studio {
  #constraints: MediaStreamConstraints = {};
  /** What the devices give now; it is recorded and never changed. */
  #source: MediaStream | undefined;
  /** What the page shows: stays the same object when a device has to be opened again. */
  #shown: MediaStream | undefined;
  #live: LiveTake | undefined;

  /** The stream to show, while a device of it is on. */
  get stream(): MediaStream | null {
    return this.#shown?.active ? this.#shown : null;
  }

  get isRecording(): boolean {
    return !!this.#live;
  }

  async open(options: PreviewOptions = {}): Promise<MediaStream> {
    this.close();
    this.#constraints = constraintsFor(options);
    this.#source = await openDevices(this.#constraints);
    return (this.#shown = new MediaStream(this.#source.getTracks()));
  }

  /** Resolves once the first bytes are durable; where it rejects, nothing is left behind. */
  async begin(
    access: CaptureAccess,
    request: RequestInfo | undefined,
    ports: Pick<RecordingPorts, 'storage' | 'onHealth' | 'onEnd'>,
  ): Promise<void> {
    let stream = this.#source as MediaStream;
    // A device may have been unplugged since the person saw themselves.
    if (stream.getTracks().some(({ readyState }) => readyState === 'ended')) stream = await this.#reopen();
    const ceilingBps = request && (request.limits.maxSizeBytes * 8 * SIZE_SHARE) / request.maxDurationSec;
    const record = newRecord(access, this.#constraints, stream, ceilingBps);
    await checkHeadroom(record.recorder, request?.maxDurationSec, ports.onHealth);
    const release = (await holdTake(record.id)) ?? (() => undefined);
    const recording = new Recording({ ...ports, record, stream, reopen: () => this.#reopen() });
    this.#live = { id: record.id, recording, release };
    try {
      await recording.begin(request?.maxDurationSec);
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
    // Where the record could not be finished, the journal still tells what can be played.
    await recording.end(reason).catch(() => undefined);
    this.#live = undefined;
    try {
      return await openTake(id, release);
    } catch (error) {
      await removeTake(id);
      throw error;
    }
  }

  /** Turns the devices off at once. */
  close(): void {
    closeDevices(this.#source);
  }

  /** Ends the live take, if any, for a later recover(), and turns the devices off. */
  async abandon(): Promise<void> {
    const live = this.#live;
    const ended = live?.recording.end('stopped');
    this.close();
    await ended?.catch(() => undefined);
    live?.release();
  }

  async #reopen(): Promise<MediaStream> {
    const stream = await openDevices(this.#constraints);
    closeDevices(this.#source);
    this.#source = stream;
    for (const track of this.#shown?.getTracks() ?? []) this.#shown?.removeTrack(track);
    for (const track of stream.getTracks()) this.#shown?.addTrack(track);
    return stream;
  }
}
