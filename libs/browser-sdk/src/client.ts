import { RespondApi } from './api.js';
import { Emitter } from './emitter.js';
import { CaptureError } from './errors.js';
import { recoverTake } from './held-take.js';
import type { HeldTake } from './held-take.js';
import { guardPage } from './page-guard.js';
import { Lifecycle } from './state.js';
import { Storage } from './storage.js';
import { Studio } from './studio.js';
import { submitTake } from './submission.js';
import { isSupported } from './support.js';
import { readStranded } from './vault.js';
import type {
  CaptureClientOptions,
  CaptureEvents,
  CaptureState,
  EndReason,
  PreviewOptions,
  RequestInfo,
  StrandedTake,
  SubmitOptions,
  SubmitResult,
  Take,
} from './types.js';

const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Records one person's answer to a capture request in this browser, and submits it.
 * It has no user interface: a MediaStream to show, and events. Every method rejects with `CaptureError`.
 */
export class CaptureClient {
  readonly #options: CaptureClientOptions;
  readonly #api: RespondApi;
  readonly #events = new Emitter<CaptureEvents>();
  readonly #studio = new Studio();
  readonly #life = new Lifecycle(this.#events);
  #storage: Storage | undefined;
  #request: RequestInfo | undefined;
  #held: HeldTake | undefined;
  #opening: Promise<MediaStream> | undefined;
  #starting: Promise<void> | undefined;
  #ending: Promise<Take> | undefined;
  #submitting: Promise<SubmitResult> | undefined;
  #abort = new AbortController();
  readonly #unload = new AbortController();

  constructor(options: CaptureClientOptions) {
    this.#options = options;
    this.#api = this.#connect();
    guardPage({ state: () => this.#life.state, onLeave: () => this.#leave() }, this.#unload.signal);
  }

  /** Whether this browser can record; ask before showing a record button. Always false in Firefox. */
  static isSupported(): boolean {
    return isSupported();
  }

  /** Takes of this origin that were never submitted and that no open page holds, oldest first. */
  static async listStranded(): Promise<StrandedTake[]> {
    if (!isSupported()) return [];
    return (await readStranded()).map(({ record, segments, durationMs, upload }) => ({
      id: record.id,
      startedAt: record.startedAt,
      durationSec: durationMs / 1000,
      sizeBytes: segments.reduce((sum, { media }) => sum + media.size, 0),
      mode: record.mode,
      targetId: record.targetId,
      uploading: !!upload,
    }));
  }

  get state(): CaptureState {
    return this.#life.state;
  }

  /** The take that submit() would send. */
  get take(): Take | null {
    return this.#held?.take ?? null;
  }

  /** Listens to `state`, `health` or `progress`; the returned function stops listening. */
  on<K extends keyof CaptureEvents>(type: K, listener: (event: CaptureEvents[K]) => void): () => void {
    return this.#events.on(type, listener);
  }

  /** What to show the person: the question, the release, the limits. */
  async getRequest(): Promise<RequestInfo> {
    return (this.#request = await this.#api.request());
  }

  /** Asks for camera and microphone. In a preview, other options open other devices. */
  preview(options?: PreviewOptions): Promise<MediaStream> {
    return (this.#opening ??= this.#open(options).finally(() => (this.#opening = undefined)));
  }

  /** Begins recording; resolves once the first bytes are on this device's storage. */
  start(): Promise<void> {
    return (this.#starting ??= this.#begin().finally(() => (this.#starting = undefined)));
  }

  /** Ends recording. Nothing has left the browser; a second call gives the same take. */
  async stop(): Promise<Take> {
    await this.#starting;
    if (this.#ending) return this.#ending;
    if (this.#life.state === 'recorded' && this.#held) return this.#held.take;
    this.#life.expect('recording');
    return this.#end('stopped');
  }

  /** Drops the take, local bytes and all, so that it can be recorded again. */
  async discard(): Promise<void> {
    if (this.#life.isDestroyed) this.#life.expect();
    if (this.#starting || this.#studio.isRecording) await this.stop().catch(() => undefined);
    this.#abort.abort(new CaptureError('nothing_to_submit', { detail: 'discarded' }));
    await this.#submitting?.catch(() => undefined);
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    await held.drop();
    if (held.stored.upload) void this.#api.abandonTake(held.stored.upload.takeId).catch(() => undefined);
    this.#life.move(this.#restState);
  }

  /** Picks up a stranded take of this client's link: the given one, or the newest. */
  async recover(takeId?: string): Promise<Take> {
    this.#life.expect('idle', 'previewing', 'submitted');
    const held = await recoverTake(this.#options.access, takeId);
    if (this.#life.isDestroyed) held.letGo();
    return this.#hold(held);
  }

  /** Uploads the take, resuming where an earlier try stopped. Local bytes are freed only after the receipt. */
  submit(options: SubmitOptions): Promise<SubmitResult> {
    return (this.#submitting ??= this.#submit(options).finally(() => (this.#submitting = undefined)));
  }

  /** Turns camera and microphone off and lets go of everything. An unsubmitted take stays recoverable. */
  destroy(): void {
    if (this.#life.isDestroyed) return;
    this.#life.move('destroyed');
    this.#events.clear();
    this.#unload.abort();
    this.#abort.abort(new CaptureError('not_recording', { detail: 'destroyed' }));
    void Promise.allSettled([this.#studio.abandon(), this.#submitting]).then(() => {
      this.#held?.letGo();
      return this.#storage?.end().catch(() => undefined);
    });
  }

  async #open(options?: PreviewOptions): Promise<MediaStream> {
    this.#life.expect('idle', 'previewing', 'submitted');
    if (!isSupported()) throw new CaptureError('unsupported_browser');
    const open = this.#studio.stream;
    if (open && !options) {
      if (this.#life.state === 'submitted') this.#life.move('previewing');
      return open;
    }
    this.#life.move('requesting');
    try {
      const stream = await this.#studio.open(options);
      if (this.#life.isDestroyed) this.#studio.close();
      this.#life.move('previewing');
      return stream;
    } catch (error) {
      throw this.#life.retreat('idle', error, 'no_devices');
    }
  }

  async #begin(): Promise<void> {
    this.#life.expect('previewing');
    this.#life.move('starting');
    try {
      const request = await this.#activeRequest();
      this.#life.expect('starting');
      await this.#studio.begin(this.#options.access, request, {
        storage: this.#openStorage(),
        onHealth: (event) => this.#events.emit('health', event),
        onEnd: (reason, error) => {
          if (this.#life.state === 'recording') this.#end(reason, error).catch(() => undefined);
        },
      });
      this.#life.move('recording');
    } catch (error) {
      throw this.#life.retreat(this.#restState, error, 'unsupported_browser');
    }
  }

  /** With the limits of a take. A take may be made offline; then only the service's own check is left. */
  async #activeRequest(): Promise<RequestInfo | undefined> {
    try {
      const request = this.#request ?? (await this.getRequest());
      if (request.status === 'active') return request;
    } catch (error) {
      if (error instanceof CaptureError && error.retryable) return undefined;
      throw error;
    }
    throw new CaptureError('request_closed', { detail: 'not active' });
  }

  #end(reason: EndReason, error?: CaptureError): Promise<Take> {
    return (this.#ending ??= this.#finish(reason, error).finally(() => (this.#ending = undefined)));
  }

  async #finish(reason: EndReason, cause?: CaptureError): Promise<Take> {
    const isWanted = reason === 'stopped' || reason === 'time_limit';
    this.#life.move(isWanted ? 'stopping' : 'interrupted', cause && { error: cause });
    try {
      return this.#hold(await this.#studio.end(reason), cause);
    } catch (error) {
      throw this.#life.retreat(this.#restState, error, 'nothing_to_submit');
    }
  }

  #hold(held: HeldTake, error?: CaptureError): Take {
    this.#held = held;
    this.#life.move('recorded', { take: held.take, ...(error && { error }) });
    return held.take;
  }

  async #submit(options: SubmitOptions): Promise<SubmitResult> {
    const held = this.#held;
    if (!held) throw new CaptureError('nothing_to_submit');
    this.#life.move('uploading');
    const abort = (this.#abort = new AbortController());
    // A callback that throws is treated as a listener that does: it must not cost the upload.
    const silence = this.on('progress', ({ fraction }) => options.onProgress?.(fraction));
    const giveUp = () => abort.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', giveUp);
    if (options.signal?.aborted) giveUp();
    try {
      const submissionId = await submitTake({
        api: this.#connect(abort.signal),
        client: this.#options,
        held,
        options,
        request: async () => this.#request ?? (await this.getRequest()),
        storage: this.#openStorage(),
        onProgress: (event) => this.#events.emit('progress', event),
        onWait: (error) => this.#life.move(error ? 'waiting' : 'uploading', error ? { error } : undefined),
        signal: abort.signal,
      });
      this.#held = undefined;
      // The service has the take: what is left here, if it cannot be removed, does no harm.
      await held.drop().catch(() => undefined);
      if (!this.#life.isDestroyed) this.#life.move('submitted');
      return { submissionId };
    } catch (error) {
      if (!abort.signal.aborted) throw this.#life.retreat('recorded', error, 'nothing_to_submit');
      if (!this.#life.isDestroyed) this.#life.move('recorded');
      throw error;
    } finally {
      silence();
      options.signal?.removeEventListener('abort', giveUp);
    }
  }

  /** The page may come back whole, from the back-forward cache; then with a take and without a camera. */
  #leave(): void {
    if (this.#life.state === 'recording') this.#end('page_hidden').catch(() => undefined);
    this.#studio.close();
    if (this.#life.state === 'previewing') this.#life.move('idle');
  }

  #connect(signal?: AbortSignal): RespondApi {
    const { baseUrl, access, upload } = this.#options;
    return new RespondApi(baseUrl, access, upload?.stallMs ?? ANSWER_TIMEOUT_MS, signal);
  }

  #openStorage(): Storage {
    return (this.#storage ??= new Storage(this.#options.workerUrl));
  }

  get #restState(): CaptureState {
    return this.#studio.stream ? 'previewing' : 'idle';
  }
}
