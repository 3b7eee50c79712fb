import { CaptureError } from '../errors.js';
import { CaptureSession } from '../recording/capture-session.js';
import { openStranded, recoverTake, type LockedTake } from '../storage/locked-take.js';
import { StorageWorker } from '../storage/storage-worker.js';
import { readStranded } from '../storage/take-store.js';
import { isSupported } from '../support.js';
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
} from '../types.js';
import { respondApi, type RespondApi } from '../upload/respond-api.js';
import { submitTake } from '../upload/submission.js';
import { Emitter } from './emitter.js';
import { Lifecycle } from './lifecycle.js';
import { guardPage } from './page-guard.js';

/**
 * Records one person's answer to a capture request in this browser, and submits it.
 * It has no user interface: a MediaStream to show, and events. Every method rejects with `CaptureError`.
 */
export class CaptureClient {
  readonly #options: CaptureClientOptions;
  readonly #api: RespondApi;
  readonly #events = new Emitter<CaptureEvents>();
  readonly #session = new CaptureSession();
  readonly #lifecycle = new Lifecycle(this.#events);
  #storage: StorageWorker | undefined;
  #request: RequestInfo | undefined;
  #take: LockedTake | undefined;
  #opening: Promise<MediaStream> | undefined;
  #starting: Promise<void> | undefined;
  #ending: Promise<Take> | undefined;
  #submitting: Promise<SubmitResult> | undefined;
  #abort = new AbortController();
  readonly #unload = new AbortController();

  constructor(options: CaptureClientOptions) {
    this.#options = options;
    this.#api = respondApi(options);
    guardPage(
      () => this.state,
      () => this.#leave(),
      this.#unload.signal,
    );
  }

  /** Whether this browser can record; ask before showing a record button. Always false in Firefox. */
  static isSupported(): boolean {
    return isSupported();
  }

  /** Unsubmitted takes of this origin that no open page is working on, oldest first. */
  static async listStranded(): Promise<StrandedTake[]> {
    if (!isSupported()) return [];
    return (await readStranded()).map(({ record, segments, durationMs, upload, failure }) => ({
      id: record.id,
      startedAt: record.startedAt,
      durationSec: durationMs / 1000,
      sizeBytes: new Blob(segments.map(({ media }) => media)).size,
      mode: record.mode,
      targetId: record.targetId,
      uploading: !!upload,
      health: failure ? 'unreadable' : 'ok',
    }));
  }

  /**
   * The media of a stranded take, whatever link it was made for, to be saved as a file. It stays where it is. Rejects
   * with `nothing_to_submit` when there is none under this id, or another page holds it.
   */
  static async openStranded(takeId: string): Promise<Blob> {
    const take = await openStranded(takeId);
    take.letGo();
    return take.media;
  }

  /** Deletes a stranded take for good, whatever link it was made for. Rejects as openStranded() does. */
  static async deleteStranded(takeId: string): Promise<void> {
    await (await openStranded(takeId)).remove();
  }

  get state(): CaptureState {
    return this.#lifecycle.state;
  }

  /** The take that submit() would send. */
  get take(): Take | null {
    return this.#take?.info ?? null;
  }

  /** Listens to `state`, `health` or `progress`; the returned function stops listening. */
  on<K extends keyof CaptureEvents>(type: K, listener: (event: CaptureEvents[K]) => void): () => void {
    return this.#events.on(type, listener);
  }

  /** What to show the person: the question, the release, the limits. */
  async getRequest(): Promise<RequestInfo> {
    return (this.#request = await this.#api.request());
  }

  /**
   * Asks for camera and microphone. During a preview, new options open the devices again with these. A finished
   * take stays, and can be submitted, until a new one has media on this device.
   */
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
    if (this.state === 'recorded' && this.#take) return this.#take.info;
    return this.#end('stopped');
  }

  /** Deletes the take with its local bytes, so that it can be recorded again. */
  async discard(): Promise<void> {
    if (this.#lifecycle.isDestroyed) this.#lifecycle.expect();
    // Refused where nothing is being recorded.
    await this.stop().catch(() => undefined);
    this.#abort.abort(new CaptureError('nothing_to_submit'));
    await this.#submitting?.catch(() => undefined);
    if (!this.#take) return;
    try {
      await this.#deleteTake();
    } catch (error) {
      throw CaptureError.from(error, 'upload_failed');
    }
    this.#lifecycle.move(this.#restState);
  }

  /** Takes over a stranded take of this client's link: the given one, or the newest. */
  async recover(takeId?: string): Promise<Take> {
    const states: CaptureState[] = ['idle', 'requesting', 'previewing', 'submitted'];
    this.#lifecycle.expect(...states);
    const take = await recoverTake(this.#options.access, takeId);
    // A recording that has begun meanwhile would replace it.
    try {
      this.#lifecycle.expect(...states);
    } catch (error) {
      take.letGo();
      throw error;
    }
    this.#take?.letGo();
    return this.#keep(take);
  }

  /** Uploads the take, resuming where an earlier try stopped. Local bytes are freed only after the receipt. */
  submit(options: SubmitOptions): Promise<SubmitResult> {
    return (this.#submitting ??= this.#submit(options).finally(() => (this.#submitting = undefined)));
  }

  /** Turns camera and microphone off and frees all resources. An unsubmitted take stays recoverable. */
  destroy(): void {
    if (this.#lifecycle.isDestroyed) return;
    this.#lifecycle.move('destroyed');
    this.#events.clear();
    this.#unload.abort();
    this.#abort.abort(new CaptureError('not_recording'));
    void Promise.allSettled([this.#session.abandon(), this.#submitting]).then(() => {
      this.#take?.letGo();
      return this.#storage?.terminate().catch(() => undefined);
    });
  }

  async #open(options?: PreviewOptions): Promise<MediaStream> {
    this.#lifecycle.expect('idle', 'previewing', 'recorded', 'submitted');
    if (!isSupported()) throw new CaptureError('unsupported_browser');
    const open = this.#session.stream;
    if (open && !options) {
      this.#lifecycle.move('previewing');
      return open;
    }
    this.#lifecycle.move('requesting');
    try {
      const stream = await this.#session.open(options);
      this.#lifecycle.move('previewing');
      return stream;
    } catch (error) {
      throw this.#lifecycle.retreat(this.#restState, error, 'no_devices');
    }
  }

  async #begin(): Promise<void> {
    this.#lifecycle.move('starting');
    try {
      const request = await this.#activeRequest();
      this.#lifecycle.expect('starting');
      await this.#session.begin(this.#options.access, request, {
        storage: this.#openStorage(),
        onHealth: (event) => this.#events.emit('health', event),
        // The new take outlives a crash from here on, so it replaces the earlier one.
        onPlayable: () => {
          if (!this.#lifecycle.isDestroyed) void this.#deleteTake().catch(() => undefined);
        },
        onEnd: (reason, error) => {
          if (this.state === 'recording') this.#end(reason, error).catch(() => undefined);
        },
      });
      this.#lifecycle.move('recording');
    } catch (error) {
      throw this.#lifecycle.retreat(this.#restState, error, 'unsupported_browser');
    }
  }

  /** The request with its limits; undefined when offline: recording goes on and the service checks on submit. */
  async #activeRequest(): Promise<RequestInfo | undefined> {
    try {
      const request = this.#request ?? (await this.getRequest());
      if (request.status === 'active') return request;
    } catch (error) {
      if ((error as CaptureError).retryable) return undefined;
      throw error;
    }
    throw new CaptureError('request_closed');
  }

  #end(reason: EndReason, error?: CaptureError): Promise<Take> {
    return (this.#ending ??= this.#finish(reason, error).finally(() => (this.#ending = undefined)));
  }

  async #finish(reason: EndReason, cause?: CaptureError): Promise<Take> {
    const isWanted = /^stopped|_limit$/.test(reason);
    this.#lifecycle.move(isWanted ? 'stopping' : 'interrupted', cause && { error: cause });
    try {
      const take = await this.#session.end(reason);
      await this.#deleteTake().catch(() => undefined);
      return this.#keep(take, cause);
    } catch (error) {
      throw this.#lifecycle.retreat(this.#restState, error, 'nothing_to_submit');
    }
  }

  /** Deletes the current take, here and at the service. When that fails, it stays the current one. */
  async #deleteTake(): Promise<void> {
    const take = this.#take;
    await take?.remove();
    if (this.#take === take) this.#take = undefined;
    const upload = take?.onDisk.upload;
    if (upload) void this.#api.abandonTake(upload.takeId).catch(() => undefined);
  }

  #keep(take: LockedTake, error?: CaptureError): Take {
    this.#take = take;
    this.#lifecycle.move('recorded', { take: take.info, ...(error && { error }) });
    return take.info;
  }

  async #submit(options: SubmitOptions): Promise<SubmitResult> {
    const take = this.#take;
    if (!take) throw new CaptureError('nothing_to_submit');
    this.#lifecycle.move('uploading');
    const abort = (this.#abort = new AbortController());
    // Called through the emitter, so that a throwing callback does not fail the upload.
    const unsubscribe = this.on('progress', ({ fraction }) => options.onProgress?.(fraction));
    const { signal } = options;
    const cancel = () => abort.abort(signal?.reason);
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    try {
      const submissionId = await submitTake({
        api: respondApi(this.#options, abort.signal),
        client: this.#options,
        take,
        options,
        readRequest: async () => this.#request ?? (await this.getRequest()),
        storage: this.#openStorage(),
        onProgress: (event) => this.#events.emit('progress', event),
        onWait: (error) => this.#lifecycle.move(error ? 'waiting' : 'uploading', error && { error }),
        signal: abort.signal,
      });
      this.#take = undefined;
      // The service has the take; a local copy that cannot be removed does no harm.
      await take.remove().catch(() => undefined);
      if (!this.#lifecycle.isDestroyed) this.#lifecycle.move('submitted');
      return { submissionId };
    } catch (error) {
      if (!abort.signal.aborted) throw this.#lifecycle.retreat('recorded', error, 'upload_failed');
      if (!this.#lifecycle.isDestroyed) this.#lifecycle.move('recorded');
      throw error;
    } finally {
      unsubscribe();
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** The page may return from the back-forward cache: then the take is kept and the devices are off. */
  #leave(): void {
    if (this.state === 'recording') this.#end('page_hidden').catch(() => undefined);
    this.#session.close();
    if (this.state === 'previewing') this.#lifecycle.move(this.#restState);
  }

  #openStorage(): StorageWorker {
    return (this.#storage ??= new StorageWorker(this.#options.workerUrl));
  }

  get #restState(): CaptureState {
    return this.#take ? 'recorded' : this.#session.stream ? 'previewing' : 'idle';
  }
}
