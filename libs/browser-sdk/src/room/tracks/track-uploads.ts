/** Sends finished tracks, one after the other, and those that earlier pages of this device left. */
import { CaptureError } from '../../errors.js';
import { UPLOAD } from '../../storage/layout.js';
import { openStranded, type LockedTake } from '../../storage/locked-take.js';
import type { StorageWorker } from '../../storage/storage-worker.js';
import { heldLocks } from '../../storage/take-lock.js';
import { readStranded } from '../../storage/take-store.js';
import { describeTake } from '../../upload/manifest.js';
import { startRetrying } from '../../upload/retry-policy.js';
import { Upload } from '../../upload/upload.js';
import type { ProgressEvent, UploadTuning } from '../../types.js';
import { trackApi, type TrackFacts } from '../room-api.js';
import { withLostSound } from './lost-sound.js';
import { readRoomTrack, type RoomTrack } from './room-track.js';

/** A track of this device and how much of it the service has. */
export interface TrackUpload {
  /** The track's id on this device; `trackId` is the service's, once it has one. */
  id: string;
  trackId: string | null;
  sessionId: string;
  takeNumber: number;
  kind: RoomTrack['kind'];
  durationSec: number;
  sizeBytes: number;
  sentBytes: number;
  /** Bytes a second of late; null before anything was measured. */
  rateBps: number | null;
  phase: 'queued' | 'sending' | 'waiting' | 'verifying' | 'done' | 'failed';
  /** Why it waits or has failed. */
  error?: CaptureError;
  /** Of another room, and refused for good: it stays on the device, and no page has to stay open for it. */
  isGivenUp?: boolean;
}

interface Job {
  take: LockedTake;
  track: RoomTrack;
  begunAt: number;
  begunBytes: number;
}

/** As long as a timer can be set: what was recorded is sent whenever the network comes back. */
const PATIENCE_MS = 2_000_000_000;
/** How often it is looked whether another page of this device has died. */
const LOOK_MS = 5_000;

export class TrackUploads {
  readonly #storage: StorageWorker;
  readonly #tuning: UploadTuning;
  readonly #onChange: (changed: TrackUpload) => void;
  readonly #sessionId: string | undefined;
  readonly #jobs = new Map<string, Job>();
  readonly #abort = new AbortController();
  #items: readonly TrackUpload[] = [];
  #looking: ReturnType<typeof setInterval> | undefined;
  #locked: readonly string[] = [];
  #unreadable = false;
  #running: Promise<void> | undefined;

  /** @param sessionId of the room that the page is in */
  constructor(
    storage: StorageWorker,
    tuning: UploadTuning,
    onChange: (changed: TrackUpload) => void,
    sessionId?: string,
  ) {
    this.#sessionId = sessionId;
    this.#storage = storage;
    this.#tuning = tuning;
    this.#onChange = onChange;
  }

  /** Of this page's life; the finished ones stay in the list. */
  get items(): readonly TrackUpload[] {
    return this.#items;
  }

  /** Whether the page may be closed without leaving anything that it could send. */
  get isSafe(): boolean {
    return this.#items.every(({ phase, isGivenUp }) => phase === 'done' || isGivenUp);
  }

  add(take: LockedTake, track: RoomTrack): void {
    const { id, durationSec, sizeBytes } = take.info;
    const { sessionId, takeNumber, kind } = track;
    this.#jobs.set(id, { take, track, begunAt: 0, begunBytes: 0 });
    const trackId = take.onDisk.upload?.takeId ?? null;
    const figures = { durationSec, sizeBytes, sentBytes: 0, rateBps: null };
    this.#set({ id, trackId, sessionId, takeNumber, kind, ...figures, phase: 'queued' });
    this.#run();
  }

  /**
   * Takes over what other pages recorded in rooms and did not send: now, and until close() as soon as a page that had a
   * track is gone or a track can be read again. Resolves with how many there are now.
   */
  async recover(): Promise<number> {
    if (!this.#abort.signal.aborted)
      this.#looking ??= setInterval(() => void this.#lookAgain().catch(() => undefined), LOOK_MS);
    this.#locked = await heldLocks();
    return this.#takeOver();
  }

  /** Tries again what has failed. */
  retry(): void {
    for (const item of this.#items)
      if (item.phase === 'failed') this.#set({ ...item, phase: 'queued', isGivenUp: false });
    this.#run();
  }

  /** Stops; what is unsent stays on the device for recover(). */
  close(): void {
    clearInterval(this.#looking);
    this.#abort.abort(new CaptureError('not_recording'));
    // Failed ones are let go as well.
    void Promise.allSettled([this.#running]).then(() => {
      for (const { take } of this.#jobs.values()) take.letGo();
    });
  }

  async #takeOver(): Promise<number> {
    let found = 0;
    this.#unreadable = false;
    for (const { record, failure } of await readStranded()) {
      if (failure) this.#unreadable = true;
      const track = record.mode === 'room' ? await readRoomTrack(record.id) : null;
      const take = track && (await openStranded(record.id).catch(() => null));
      if (this.#abort.signal.aborted) take?.letGo();
      else if (take) {
        this.add(take, track);
        found++;
      }
    }
    return found;
  }

  async #lookAgain(): Promise<void> {
    const before = this.#locked;
    this.#locked = await heldLocks();
    const isFree = before.some((name) => !this.#locked.includes(name));
    if (isFree || this.#unreadable) await this.#takeOver();
  }

  #run(): void {
    this.#running ??= this.#sendAll().finally(() => (this.#running = undefined));
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const next = this.#items.find(({ phase }) => phase === 'queued');
      const job = next && this.#jobs.get(next.id);
      if (!job || this.#abort.signal.aborted) return;
      await this.#send(next.id, job).catch((error: unknown) => {
        const failure = CaptureError.from(error, 'upload_failed');
        const isGivenUp = !failure.retryable && next.sessionId !== this.#sessionId;
        if (!this.#abort.signal.aborted)
          this.#change(next.id, { phase: 'failed', error: failure, isGivenUp });
      });
    }
  }

  async #send(id: string, job: Job): Promise<void> {
    const { take, track } = job;
    const tuning = this.#tuning;
    const { backoffMs = 500 } = tuning;
    const { signal } = this.#abort;
    Object.assign(job, { begunAt: performance.now(), begunBytes: -1 });
    this.#change(id, { phase: 'sending' });
    const onWait = (error: CaptureError | null) =>
      this.#change(id, error ? { phase: 'waiting', error } : { phase: 'sending' });
    await new Upload({
      api: trackApi(track, factsOf(take, track), signal),
      media: take.media,
      openBody: { manifest: await manifestOf(take, track) },
      // What was sent before it was joined is asked for by its hash.
      opened: take.onDisk.upload?.isEarly ? null : take.onDisk.upload,
      onOpened: async (answer) => {
        const opened = { ...take.onDisk.upload, ...answer };
        take.onDisk.upload = opened;
        this.#change(id, { trackId: opened.takeId });
        await this.#storage.put(id, UPLOAD, opened);
      },
      onProgress: (event) => this.#progressed(id, job, event),
      policy: startRetrying({ patienceMs: PATIENCE_MS, backoffMs, signal, onWait }),
      tuning,
      id,
      signal,
    }).run();
    this.#jobs.delete(id);
    this.#change(id, { phase: 'done', sentBytes: take.media.size });
    // The service has it; a local copy that cannot be removed does no harm.
    await take.remove().catch(() => undefined);
  }

  #progressed(id: string, job: Job, { phase, sentBytes }: ProgressEvent): void {
    if (job.begunBytes < 0) job.begunBytes = sentBytes;
    const seconds = (performance.now() - job.begunAt) / 1000;
    const rateBps = seconds > 0.5 ? (sentBytes - job.begunBytes) / seconds : null;
    if (phase !== 'done') this.#change(id, { sentBytes, rateBps, phase });
  }

  #change(id: string, changes: Partial<TrackUpload>): void {
    const item = this.#items.find((one) => one.id === id);
    if (item) this.#set({ ...item, ...changes });
  }

  #set(item: TrackUpload): void {
    const items = new Map(this.#items.map((one) => [one.id, one]));
    this.#items = [...items.set(item.id, item).values()];
    this.#onChange(item);
  }
}

function factsOf({ info, media }: LockedTake, track: RoomTrack): TrackFacts {
  const { takeNumber, kind, clock } = track;
  const starts = startsOf(track);
  return {
    clientTrackId: info.id,
    takeNumber,
    kind,
    contentType: media.type,
    startedAt: new Date(startOf(info.startedAt, track) + clock.offsetMs).toISOString(),
    durationSec: info.durationSec,
    ...(starts && { starts }),
  };
}

function startsOf({ clockId, firstFrameAtMs: videoAt, firstSoundAtMs: audioAt = null }: RoomTrack) {
  if (videoAt === null && audioAt === null) return null;
  return { clockId, ...(videoAt !== null && { videoAt }), ...(audioAt !== null && { audioAt }) };
}

/** In device time. Not the record's own where it can be helped: that clock may have been set meanwhile. */
function startOf(startedAt: string, { firstFrameAtMs, recorderStartedAtMs }: RoomTrack): number {
  return firstFrameAtMs ?? recorderStartedAtMs ?? Date.parse(startedAt);
}

/** The manifest of a single recording, with what compares its clock with the room's. */
async function manifestOf(take: LockedTake, track: RoomTrack) {
  const { clock, firstFrameAtMs, firstSoundAtMs = null, recorderStartedAtMs, takeNumber, kind } = track;
  return {
    ...describeTake(await withLostSound(take.onDisk), false),
    startedAt: new Date(startOf(take.info.startedAt, track)).toISOString(),
    clock: { ...clock, ...(clock.samples === 0 && { offsetMs: null }), driftPpm: null },
    track: { takeNumber, kind, firstFrameAtMs, firstSoundAtMs, recorderStartedAtMs },
  };
}
