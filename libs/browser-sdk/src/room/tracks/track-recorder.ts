/** Records one track of a take on this device: the recorder, the storage and the journal of a single recording. */
import { CaptureError } from '../../errors.js';
import { readBeginning } from '../../mp4/beginning.js';
import { pause } from '../../pause.js';
import { checkFreeSpace } from '../../recording/free-space.js';
import { newTakeRecord } from '../../recording/new-take-record.js';
import { Recording } from '../../recording/recording.js';
import { UPLOAD } from '../../storage/layout.js';
import { openTake, type LockedTake } from '../../storage/locked-take.js';
import type { StorageWorker } from '../../storage/storage-worker.js';
import type { TakeRecord } from '../../storage/take-record.js';
import { lockTake } from '../../storage/take-lock.js';
import { readTake, removeEmpty, removeTake } from '../../storage/take-store.js';
import type { EndReason, HealthEvent } from '../../types.js';
import { deviceNow, type RoomClock } from '../connection/room-clock.js';
import { trackApi } from '../room-api.js';
import { EarlyUpload } from './early-upload.js';
import { FrameTimes } from './first-frame.js';
import { HeardSound } from './first-sound.js';
import { startOfPictures } from './match-start.js';
import { keepRoomTrack, type RoomTrack } from './room-track.js';

/** Of a part on its way: without a byte for so long it is sent again after the take. */
const STALL_MS = 30_000;
/** Between two looks at the clock, and at whether the take is still wanted, before it begins. */
const LOOK_MS = 250;
/** After this long the beginning of the file is there to be looked at. */
const MEASURE_MS = 3_500;

export interface TrackRecorderPorts {
  storage: StorageWorker;
  clock: RoomClock;
  track: Pick<RoomTrack, 'baseUrl' | 'sessionId' | 'participantToken' | 'takeNumber' | 'kind'>;
  stream: MediaStream;
  /** At which the recording ends by itself, so that the service takes it. */
  maxBytes: number | undefined;
  constraints: MediaStreamConstraints;
  /** Opens the devices again after one was lost or exchanged. */
  reopen: () => Promise<MediaStream>;
  /** False once the take was stopped: before it begins, nothing is recorded then. */
  isWanted: () => boolean;
  onHealth: (event: HealthEvent) => void;
  /** The recording ended by itself; end() still has to be called. */
  onEnd: (reason: EndReason, error?: CaptureError) => void;
}

export class TrackRecorder {
  readonly #ports: TrackRecorderPorts;
  readonly #record: TakeRecord;
  readonly #recording: Recording;
  readonly #frames: FrameTimes;
  #sound: HeardSound | undefined;
  #measured: Promise<void> | undefined;
  #unlock: () => void = () => undefined;
  readonly #track: RoomTrack;
  #ending: Promise<LockedTake> | undefined;
  #early: EarlyUpload | undefined;

  constructor(ports: TrackRecorderPorts) {
    const { track, constraints, stream } = ports;
    this.#ports = ports;
    this.#record = newTrackRecord(track.sessionId, constraints, stream);
    this.#recording = new Recording({
      ...ports,
      record: this.#record,
      onPlayable: () => undefined,
      onTime: () => this.#onTime(),
    });
    this.#frames = new FrameTimes(stream);
    const unknown = { recorderStartedAtMs: null, firstFrameAtMs: null, firstSoundAtMs: null };
    this.#track = { ...track, ...unknown, ...this.#clock };
  }

  get takeId(): string {
    return this.#record.id;
  }

  get kind(): RoomTrack['kind'] {
    return this.#track.kind;
  }

  get takeNumber(): number {
    return this.#track.takeNumber;
  }

  /** Resolves once the first bytes are durable. When it rejects, nothing is left on the device. */
  async begin(atServerTime: number): Promise<void> {
    const { storage, onHealth } = this.#ports;
    const id = this.takeId;
    await checkFreeSpace(this.#record.recorder, undefined, onHealth);
    void removeEmpty().catch(() => undefined);
    this.#unlock = (await lockTake(id)) ?? this.#unlock;
    try {
      // First of all: media that belongs to nothing could never be sent.
      await keepRoomTrack(storage, id, this.#track);
      await this.#until(atServerTime);
      const begun = deviceNow();
      await this.#recording.begin(undefined, this.#ports.maxBytes);
      const recorderStartedAtMs = begun + (this.#record.segments[0]?.startMs ?? 0);
      void this.#noteStart(recorderStartedAtMs);
    } catch (error) {
      await this.#recording.end('unknown').catch(() => undefined);
      this.#frames.close();
      this.#sound?.close();
      await removeTake(id).catch(() => undefined);
      this.#unlock();
      throw CaptureError.from(error, 'unsupported_browser');
    }
  }

  /** Sends what is recorded from now on while it is. Begun recordings only. */
  sendEarly(): void {
    const { storage, clock } = this.#ports;
    const { takeNumber, kind, recorderStartedAtMs } = this.#track;
    if (this.#ending || recorderStartedAtMs === null) return;
    const startedAt = new Date(recorderStartedAtMs + clock.estimate.offsetMs).toISOString();
    const facts = { clientTrackId: this.takeId, takeNumber, kind, contentType: 'video/mp4', startedAt };
    this.#early = new EarlyUpload({
      api: (signal) => trackApi(this.#track, { ...facts, durationSec: 0 }, signal),
      takeId: this.takeId,
      onOpened: (opened) => storage.put(this.takeId, UPLOAD, opened, false),
      stallMs: STALL_MS,
    });
  }

  /** The finished track; rejects with `nothing_to_submit` when nothing of it can be played. */
  end(reason: EndReason): Promise<LockedTake> {
    return (this.#ending ??= this.#end(reason));
  }

  /** Pictures were lost in the last so many milliseconds: the manifest says when, and for how long. */
  noteSlow(ms: number): void {
    const { interruptions } = this.#record;
    const atMs = Math.round(deviceNow() - (this.#track.recorderStartedAtMs ?? deviceNow())) - ms;
    const last = interruptions.findLast(({ type }) => type === 'slow');
    const isSame = last && atMs - (last.atMs + last.durationMs) < ms / 2;
    if (isSame) last.durationMs = atMs + ms - last.atMs;
    else interruptions.push({ type: 'slow', atMs: Math.max(0, atMs), durationMs: ms });
  }

  /** Of the track as it is kept on the device. */
  get track(): RoomTrack {
    return this.#track;
  }

  get #clock(): Pick<RoomTrack, 'clockId' | 'clock'> {
    const { id, estimate } = this.#ports.clock;
    return { clockId: id, clock: estimate };
  }

  /** Asks again meanwhile: the clock is another one when the machine has slept. Rejects once nobody wants the take. */
  async #until(serverTime: number): Promise<void> {
    for (;;) {
      if (!this.#ports.isWanted()) throw new CaptureError('not_recording');
      const left = this.#ports.clock.toDevice(serverTime) - deviceNow();
      if (left <= 0) return;
      await pause(Math.min(left, LOOK_MS));
    }
  }

  async #end(reason: EndReason): Promise<LockedTake> {
    const { storage } = this.#ports;
    await Promise.all([this.#early?.stop(), this.#recording.end(reason).catch(() => undefined)]);
    // A decoder that never answers must not keep the track from being sent.
    await Promise.race([this.#measure(), pause(MEASURE_MS)]);
    // Measured longer, it is known better, unless it is another one since the machine slept.
    const clock = this.#clock;
    if (clock.clockId === this.#track.clockId) Object.assign(this.#track, clock);
    await keepRoomTrack(storage, this.takeId, this.#track, true).catch(() => undefined);
    return openTake(this.takeId, this.#unlock);
  }

  /** The first file's pictures are those by which the track is placed; a device that was exchanged has been waited for. */
  async #onTime(): Promise<void> {
    if (this.#record.segments.length !== 1) return;
    await this.#frames.between();
    this.#sound = new HeardSound(this.#ports.stream, this.#record.recorder.mimeType);
  }

  /** First by when the recorder was started, so that a page that dies soon has said something; then by the file. */
  async #noteStart(recorderStartedAtMs: number): Promise<void> {
    Object.assign(this.#track, { recorderStartedAtMs, ...this.#clock });
    const firstFrameAtMs = await this.#frames.firstSince(recorderStartedAtMs);
    if (this.#measured) return;
    const firstSoundAtMs = this.#sound?.expected(recorderStartedAtMs) ?? null;
    Object.assign(this.#track, { firstFrameAtMs, firstSoundAtMs });
    await this.#keep();
    await pause(MEASURE_MS);
    await this.#measure();
    await this.#keep();
  }

  async #keep(): Promise<void> {
    if (this.#ending) return;
    await keepRoomTrack(this.#ports.storage, this.takeId, this.#track).catch(() => undefined);
  }

  #measure(): Promise<void> {
    return (this.#measured ??= this.#compare().catch(() => undefined));
  }

  /** What was seen and heard at the start is looked for in the file, which tells where it really begins. */
  async #compare(): Promise<void> {
    const { recorderStartedAtMs } = this.#track;
    this.#frames.close();
    if (recorderStartedAtMs === null) return;
    const nearFrame = this.#track.firstFrameAtMs ?? (await this.#frames.firstSince(recorderStartedAtMs));
    const nearSound = this.#sound?.expected(recorderStartedAtMs) ?? null;
    Object.assign(this.#track, { firstFrameAtMs: nearFrame, firstSoundAtMs: nearSound });
    const first = (await readTake(this.takeId))?.segments[0];
    if (!first) return;
    const { pictures, media } = await readBeginning(first.media);
    const firstFrameAtMs =
      nearFrame && (startOfPictures(pictures, this.#frames.told, nearFrame) ?? nearFrame);
    const firstSoundAtMs = (await this.#sound?.within(media, recorderStartedAtMs)) ?? nearSound;
    Object.assign(this.#track, { firstFrameAtMs, firstSoundAtMs });
  }
}

/** That of a take under a link, with the session in the link's place. */
function newTrackRecord(
  sessionId: string,
  constraints: MediaStreamConstraints,
  stream: MediaStream,
): TakeRecord {
  const place = { mode: 'open', campaignId: sessionId, key: '' } as const;
  return { ...newTakeRecord(place, constraints, stream), mode: 'room' };
}
