/** Sends what is recorded of a track while its take goes on, where the service asks for that. */
import type { CaptureError } from '../../errors.js';
import { sha256, toHex } from '../../hash.js';
import { pause } from '../../pause.js';
import type { UploadRecord } from '../../storage/take-record.js';
import { readTake } from '../../storage/take-store.js';
import { putPart } from '../../upload/put-part.js';
import { remembered } from '../../remembered.js';
import { PART_SIZE } from '../../storage/hashed-parts.js';
import type { TrackApi } from '../room-api.js';

/** Between two looks at what has been recorded since. */
const LOOK_MS = 2_000;
/** No track is opened for less: the room would wait for one that turned out to be nothing. */
const LEAST_BYTES = 1024 * 1024;

export interface EarlyUploadPorts {
  /** @param signal ends what is under way */
  api: (signal: AbortSignal) => TrackApi;
  /** Of the track on this device. */
  takeId: string;
  /** Stores what was opened, so that the upload after the take goes on with it. */
  onOpened: (opened: UploadRecord) => Promise<void>;
  stallMs: number;
}

/**
 * Sends whole parts only, one after the other, and only of the first segment: what comes later may be joined in another way. All
 * else, and whatever fails here, is left to the upload after the take, which asks for each part by its hash.
 */
export class EarlyUpload {
  readonly #ports: EarlyUploadPorts;
  readonly #abort = new AbortController();
  readonly #api: TrackApi;
  readonly #running: Promise<void>;
  #opened: UploadRecord | undefined;
  #sent = 0;

  constructor(ports: EarlyUploadPorts) {
    this.#ports = ports;
    this.#api = ports.api(this.#abort.signal);
    this.#running = this.#run();
  }

  /** Resolves once nothing is on its way any more. */
  stop(): Promise<void> {
    this.#abort.abort();
    return this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
    for (;;) {
      await Promise.race([pause(LOOK_MS), stopped]);
      if (signal.aborted) return;
      try {
        const media = await this.#recorded();
        if (!media) return;
        await this.#send(media);
      } catch (error) {
        // Refused for good; the upload after the take says why.
        const { code, status = 500 } = error as CaptureError;
        if (code !== 'network' && status < 500) return;
      }
    }
  }

  /** What is durable of the first segment; null once there is another one. */
  async #recorded(): Promise<Blob | null> {
    const take = await readTake(this.#ports.takeId);
    if (!take || take.record.segments.length > 1) return null;
    return take.segments[0]?.media ?? new Blob();
  }

  async #send(media: Blob): Promise<void> {
    if (!this.#opened) {
      const hint = Number(remembered(PART_SIZE)) || undefined;
      if (media.size < Math.max(LEAST_BYTES, hint ?? 0)) return;
      this.#opened = { ...(await this.#api.openTake({ partSizeHint: hint })), isEarly: true };
      await this.#ports.onOpened(this.#opened);
    }
    const { partSize } = this.#opened;
    while ((this.#sent + 1) * partSize <= media.size && !this.#abort.signal.aborted) {
      await this.#sendPart(this.#sent + 1, media.slice(this.#sent * partSize, (this.#sent + 1) * partSize));
      this.#sent++;
    }
  }

  async #sendPart(number: number, body: Blob): Promise<void> {
    const api = this.#api;
    const digest = toHex(await sha256(body));
    const claim = { number, size: body.size, sha256: digest };
    const [grant] = await api.grantParts(this.#opened?.takeId ?? '', [claim]);
    const { stored, url = '', headers = {} } = grant ?? {};
    if (stored) return;
    const { signal } = this.#abort;
    const { stallMs } = this.#ports;
    await putPart(api.resolve(url), { headers, body, signal }, stallMs, () => false);
  }
}
