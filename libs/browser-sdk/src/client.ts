import { RespondApi } from './api.js';
import { Emitter } from './emitter.js';
import { CaptureError } from './errors.js';
import { recoverTake } from './held-take.js';
import type { HeldTake } from './held-take.js';
import { guardPage } from './page-guard.js';
import { canMove } from './state.js';
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
  StateEvent,
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
  #state: CaptureState = 'idle';
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
    this.#api = new RespondApi(options.baseUrl, options.access, options.upload?.stallMs ?? ANSWER_TIMEOUT_MS);
    guardPage({ state: () => this.#state, onLeave: () => this.#leave() }, this.#unload.signal);
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
    return this.#state;
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
    if (this.#state === 'recorded' && this.#held) return this.#held.take;
    this.#expect('recording');
    return this.#end('stopped');
  }

  /** Drops the take, local bytes and all, so that it can be recorded again. */
  async discard(): Promise<void> {
    this.#expectAlive();
    if (this.#studio.isRecording) await this.stop().catch(() => undefined);
    this.#abort.abort(new CaptureError('nothing_to_submit', { detail: 'discarded' }));
    await this.#submitting?.catch(() => undefined);
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    await held.drop();
    if (held.stored.upload) void this.#api.abandonTake(held.stored.upload.takeId).catch(() => undefined);
    this.#move(this.#restState);
  }

  /** Picks up a stranded take of this client's link: the given one, or the newest. */
  async recover(takeId?: string): Promise<Take> {
    this.#expect('idle', 'previewing', 'submitted');
    const held = await recoverTake(this.#options.access, takeId);
    if (this.#state === 'destroyed') held.letGo();
    return this.#hold(held);
  }

  /** Uploads the take, resuming where an earlier try stopped. Local bytes are freed only after the receipt. */
  submit(options: SubmitOptions): Promise<SubmitResult> {
    return (this.#submitting ??= this.#submit(options).finally(() => (this.#submitting = undefined)));
  }

  /** Turns camera and microphone off and lets go of everything. An unsubmitted take stays recoverable. */
  destroy(): void {
    if (this.#state === 'destroyed') return;
    this.#move('destroyed');
    this.#events.clear();
    this.#unload.abort();
    this.#abort.abort(new CaptureError('not_recording', { detail: 'destroyed' }));
    void Promise.allSettled([this.#studio.abandon(), this.#submitting]).then(() => {
      this.#held?.letGo();
      return this.#storage?.end().catch(() => undefined);
    });
  }

  async #open(options?: PreviewOptions): Promise<MediaStream> {
    this.#expect('idle', 'previewing', 'submitted');
    if (!isSupported()) throw new CaptureError('unsupported_browser');
    const open = this.#studio.stream;
    if (open && !options) {
      if (this.#state === 'submitted') this.#move('previewing');
      return open;
    }
    this.#move('requesting');
    try {
      const stream = await this.#studio.open(options);
      if (this.#state === 'destroyed') this.#studio.close();
      this.#move('previewing');
      return stream;
    } catch (error) {
      this.#retreat('idle', error);
      throw error;
    }
  }

  async #begin(): Promise<void> {
    this.#expect('previewing');
    this.#move('starting');
    try {
      const request = await this.#activeRequest();
      this.#expect('starting');
      await this.#studio.begin(this.#options.access, request, {
        storage: this.#openStorage(),
        onHealth: (event) => this.#events.emit('health', event),
        onEnd: (reason, error) => {
          if (this.#state === 'recording') this.#end(reason, error).catch(() => undefined);
        },
      });
      this.#move('recording');
    } catch (error) {
      this.#retreat(this.#restState, error);
      throw error;
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
    this.#move(cause || reason === 'page_hidden' ? 'interrupted' : 'stopping', cause && { error: cause });
    try {
      return this.#hold(await this.#studio.end(reason), cause);
    } catch (error) {
      this.#retreat(this.#restState, error);
      throw error;
    }
  }

  #hold(held: HeldTake, error?: CaptureError): Take {
    this.#held = held;
    this.#move('recorded', { take: held.take, ...(error && { error }) });
    return held.take;
  }

  async #submit(options: SubmitOptions): Promise<SubmitResult> {
    const held = this.#held;
    if (!held) throw new CaptureError('nothing_to_submit');
    this.#move('uploading');
    const abort = (this.#abort = new AbortController());
    const giveUp = () => abort.abort(options.signal?.reason);
    options.signal?.addEventListener('abort', giveUp);
    if (options.signal?.aborted) giveUp();
    try {
      const submissionId = await submitTake({
        api: this.#api,
        client: this.#options,
        held,
        options,
        request: async () => this.#request ?? (await this.getRequest()),
        storage: this.#openStorage(),
        onProgress: (event) => {
          this.#events.emit('progress', event);
          options.onProgress?.(event.fraction);
        },
        onWait: (error) => this.#move(error ? 'waiting' : 'uploading', error ? { error } : undefined),
        signal: abort.signal,
      });
      this.#held = undefined;
      // The service has the take: what is left here, if it cannot be removed, does no harm.
      await held.drop().catch(() => undefined);
      this.#move('submitted');
      return { submissionId };
    } catch (error) {
      this.#retreat('recorded', error);
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', giveUp);
    }
  }

  /** The page may come back whole, from the back-forward cache; then with a take and without a camera. */
  #leave(): void {
    if (this.#state === 'recording') this.#end('page_hidden').catch(() => undefined);
    this.#studio.close();
    if (this.#state === 'previewing') this.#move('idle');
  }

  #openStorage(): Storage {
    return (this.#storage ??= new Storage(this.#options.workerUrl));
  }

  get #restState(): CaptureState {
    return this.#studio.stream ? 'previewing' : 'idle';
  }

  #expect(...states: CaptureState[]): void {
    if (states.includes(this.#state)) return;
    throw new CaptureError('not_recording', { detail: `while ${this.#state}` });
  }

  #expectAlive(): void {
    if (this.#state === 'destroyed') this.#expect();
  }

  #move(state: CaptureState, extra?: Pick<StateEvent, 'take' | 'error'>): void {
    const previous = this.#state;
    if (previous === state) return;
    if (!canMove(previous, state)) this.#expect(state);
    this.#state = state;
    this.#events.emit('state', { state, previous, ...extra });
  }

  /** Goes back after a failure, unless the client was destroyed meanwhile. */
  #retreat(state: CaptureState, error: unknown): void {
    if (this.#state === 'destroyed') return;
    this.#move(state, error instanceof CaptureError ? { error } : undefined);
  }
}
