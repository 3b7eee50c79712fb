/** Records what the room records: begins with each take, ends with it, and begins again when a recording breaks off. */
import { CaptureError } from '../../errors.js';
import { pause } from '../../pause.js';
import { isLive } from '../../recording/devices.js';
import type { StorageWorker } from '../../storage/storage-worker.js';
import type { EndReason, HealthEvent } from '../../types.js';
import type { RoomClock } from '../connection/room-clock.js';
import type { LocalDevices } from './local-devices.js';
import type { RoomTrack } from './room-track.js';
import { TrackRecorder } from './track-recorder.js';
import type { TrackUploads } from './track-uploads.js';

export interface TakeRecordingsPorts {
  storage: StorageWorker;
  clock: RoomClock;
  devices: LocalDevices;
  uploads: TrackUploads;
  room: Pick<RoomTrack, 'baseUrl' | 'sessionId' | 'participantToken'>;
  /** Whether tracks are sent while they are recorded. */
  isEarly: boolean;
  /** Of a track. What is recorded beyond it is another track. */
  maxBytes: number | undefined;
  /** The recorder runs: the room may expect a track of this take. */
  onStarted: (takeNumber: number) => void;
  onHealth: (event: HealthEvent) => void;
  onChange: () => void;
}

/** Between two attempts after a recording broke off or could not begin. */
const AGAIN_MS = 1_000;

interface Wanted {
  takeNumber: number;
  atServerTime: number;
}

export class TakeRecordings {
  readonly #ports: TakeRecordingsPorts;
  #wanted: Wanted | null = null;
  #screen: MediaStream | null = null;
  readonly #running = new Map<RoomTrack['kind'], TrackRecorder>();
  readonly #begun = new Set<TrackRecorder>();
  #ending = 0;
  #work: Promise<void> = Promise.resolve();
  #ended: Promise<unknown> = Promise.resolve();
  /** Of the latest attempt, until one succeeds. */
  failure: CaptureError | null = null;

  constructor(ports: TakeRecordingsPorts) {
    this.#ports = ports;
  }

  /** Whether something is on this device's storage of what the room records. */
  get isRecording(): boolean {
    return this.#begun.size > 0;
  }

  /** Whether something that was recorded, or may have been, is on its way into the uploads' hands. */
  get isFinishing(): boolean {
    return this.#ending > 0 || (!this.#wanted && this.hasRecorder);
  }

  /** Whether a recorder runs, or is about to: it opens lost devices again by itself. */
  get hasRecorder(): boolean {
    return this.#running.size > 0;
  }

  /** Records a take from an instant of the room's clock on; the same one again does nothing. */
  start(takeNumber: number, atServerTime: number): void {
    if (this.#wanted?.takeNumber === takeNumber) return;
    this.#wanted = { takeNumber, atServerTime };
    this.#queue();
  }

  /** Ends what runs. Resolves once it is in the uploads' hands. */
  async stop(): Promise<void> {
    this.#wanted = null;
    this.#queue();
    await this.#work;
    await this.#ended;
  }

  /** A shared screen is recorded beside the camera, as a track of its own; null ends that. */
  setScreen(stream: MediaStream | null): void {
    this.#screen = stream;
    this.#queue();
  }

  /** Goes on in other tracks: by another clock, what is recorded from now on began at another time. */
  renew(): void {
    for (const recorder of this.#begun) void this.#brokeOff(recorder, 'unknown');
  }

  /** The camera's recording lost pictures for so long. */
  noteSlow(ms: number): void {
    this.#running.get('camera')?.noteSlow(ms);
  }

  #queue(): void {
    this.#work = this.#work.then(() => this.#settle()).catch(() => undefined);
  }

  async #settle(): Promise<void> {
    const wanted = this.#wanted;
    const streams = { camera: this.#ports.devices.stream, screen: this.#screen };
    const settle = async (kind: RoomTrack['kind']): Promise<void> => {
      const recorder = this.#running.get(kind);
      const stream = streams[kind];
      if (recorder && !(stream && recorder.takeNumber === wanted?.takeNumber))
        void this.#end(recorder, 'stopped');
      if (wanted && stream && !this.#running.has(kind)) await this.#begin(kind, stream, wanted);
    };
    // Neither waits for what the other's recorder delivers.
    await Promise.all([settle('camera'), settle('screen')]);
    this.#ports.onChange();
  }

  async #begin(kind: RoomTrack['kind'], stream: MediaStream, wanted: Wanted): Promise<void> {
    const { storage, clock, devices, room, maxBytes, onHealth, onStarted } = this.#ports;
    const { takeNumber, atServerTime } = wanted;
    const isCamera = kind === 'camera';
    const gone = () => Promise.reject(new CaptureError('no_devices'));
    try {
      const recorder: TrackRecorder = new TrackRecorder({
        storage,
        clock,
        track: { ...room, takeNumber, kind },
        stream,
        maxBytes,
        constraints: isCamera ? devices.constraints : {},
        reopen: isCamera ? () => devices.open() : gone,
        isWanted: () => this.#wanted === wanted && (isCamera || this.#screen === stream),
        onHealth: (event) => isCamera && onHealth(event),
        onEnd: (reason, error) => void this.#brokeOff(recorder, reason, error),
      });
      this.#running.set(kind, recorder);
      await recorder.begin(atServerTime);
      this.failure = null;
      // A take that is shorter than the first write has ended by now.
      if (this.#running.get(kind) === recorder) this.#begun.add(recorder);
      if (this.#ports.isEarly) recorder.sendEarly();
      onStarted(takeNumber);
    } catch (error) {
      this.#running.delete(kind);
      const failure = CaptureError.from(error, 'no_devices');
      // Not wanted any more, which is no failure.
      if (failure.code === 'not_recording') return;
      this.failure = failure;
      void this.#again();
    }
  }

  /** The next take waits for none before: it begins on time. */
  #end(recorder: TrackRecorder, reason: EndReason): Promise<void> {
    const ended = this.#handOver(recorder, reason);
    this.#ended = Promise.all([this.#ended, ended]);
    return ended;
  }

  async #handOver(recorder: TrackRecorder, reason: EndReason): Promise<void> {
    this.#running.delete(recorder.kind);
    this.#begun.delete(recorder);
    this.#ending++;
    const { uploads } = this.#ports;
    const take = await recorder.end(reason).catch((error: unknown) => {
      this.failure = CaptureError.from(error, 'nothing_to_submit');
      return null;
    });
    this.#ending--;
    if (take) uploads.add(take, recorder.track);
    this.#ports.onChange();
  }

  /** What was recorded so far is a track; another one follows as long as the room records. */
  async #brokeOff(recorder: TrackRecorder, reason: EndReason, error?: CaptureError): Promise<void> {
    if (this.#running.get(recorder.kind) !== recorder) return;
    this.failure = error ?? null;
    const ended = this.#end(recorder, reason);
    // A file that is full, or a page that slept, says nothing against the devices: the next one follows at once.
    if (!error) void this.#resume();
    await ended;
    if (recorder.kind === 'camera') await this.#again();
  }

  async #again(): Promise<void> {
    await pause(AGAIN_MS);
    await this.#resume();
  }

  async #resume(): Promise<void> {
    if (!this.#wanted) return;
    const { devices } = this.#ports;
    if (!devices.stream || !isLive(devices.stream)) await devices.open().catch(() => undefined);
    this.#queue();
  }
}
