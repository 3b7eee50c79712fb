import type { CaptureAccess, StateEvent, SubmitOptions } from '@capture/browser';
import { failureOf } from './failure.js';
import { LookAgain } from './look-again.js';
import { advance, COUNTDOWN_FROM, initial, isTooLong, type RecorderEvent } from './recorder.model.js';
import type { Form, PageKind, PhaseName, RecorderState } from './recorder.state.js';
import { keepAwake, networkMayBeBack } from './resume.js';
import { offersTakes, UnsentTakes } from './unsent-takes.js';
import type { RecorderClient, RecorderOptions } from './visit.js';
import { warningOf } from './warning.js';

/** Phases in which the camera is off. */
const CAMERA_OFF: readonly PhaseName[] = ['review', 'page', 'done'];

/** The state of a page that prevents the visit before a client exists. */
export function blockedState(mode: CaptureAccess['mode'], page: PageKind): RecorderState {
  return advance(initial(mode), { type: 'blocked', page });
}

/** Runs the effects of one visit: calls the SDK and dispatches the outcomes to the model. */
export class RecorderController {
  readonly unsentTakes: UnsentTakes;
  readonly #client: RecorderClient;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: (() => void)[];
  readonly #looksAgain = new LookAgain(() => this.unsentTakes.find());
  #state: RecorderState;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #stream: MediaStream | undefined;
  #upload: AbortController | undefined;
  #destroyed = false;

  constructor(options: RecorderOptions) {
    this.#client = options.client;
    this.#state = initial(options.access.mode);
    this.unsentTakes = new UnsentTakes(options, {
      state: this.snapshot,
      dispatch: (event) => this.#dispatch(event),
      attempt: (effect) => this.#attempt(effect),
    });
    this.#unsubscribe = this.#watch();
  }

  /** For useSyncExternalStore. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  snapshot = (): RecorderState => this.#state;

  /** Loads the question and the unsent takes. */
  open(): Promise<void> {
    this.#dispatch({ type: 'loading' });
    return this.#attempt(async () => {
      const loading = this.#client.getRequest();
      // Takes first: a link that is closed by now may have left one here. A browser that cannot list them can still
      // record a new one.
      await Promise.allSettled([this.unsentTakes.find(), loading]);
      this.#dispatch({ type: 'request_loaded', request: await loading });
    });
  }

  /** Asks for the camera. An earlier take stays until a new one has begun. */
  turnOn(): Promise<void> {
    if (this.unsentTakes.opening) return this.unsentTakes.opening;
    this.#dispatch({ type: 'camera_requested' });
    return this.#attempt(() => this.#openCamera());
  }

  /** Counts down, then records. */
  countDown(): void {
    let left = COUNTDOWN_FROM;
    this.#dispatch({ type: 'countdown_ticked', left });
    if (this.#state.phase.name !== 'countdown') return;
    this.#tick(1000, () => {
      left -= 1;
      if (left > 0) this.#dispatch({ type: 'countdown_ticked', left });
      else void this.#start();
    });
  }

  cancelCountdown(): void {
    this.#dispatch({ type: 'countdown_cancelled' });
  }

  async stop(): Promise<void> {
    if (this.#state.phase.name !== 'recording') return;
    this.#dispatch({ type: 'stopping' });
    await this.#attempt(async () => {
      this.#dispatch({ type: 'take_ready', take: await this.#client.stop() });
    });
  }

  /** Turns the camera off, back to the earlier take if there is one. */
  turnOff(): void {
    this.#dispatch({ type: 'camera_off', kept: this.#client.take });
    this.#closeCamera();
  }

  fill(form: Partial<Form>): void {
    this.#dispatch({ type: 'filled', form });
  }

  /** Sends the take, or the beginning of one that is too long. */
  async submit(): Promise<void> {
    this.#dispatch({ type: 'submit_pressed' });
    const { phase, form, mode, request } = this.#state;
    if (phase.name !== 'submitting') return;
    const trim = !!request && isTooLong(phase.take, request);
    this.#upload = new AbortController();
    const { signal } = this.#upload;
    const letSleep = keepAwake();
    const name = mode === 'open' ? { displayName: form.displayName.trim() } : {};
    const options = { releaseAccepted: form.releaseAccepted, trim, signal, ...name };
    await this.#attempt(async () => {
      while (!(await this.#send(options))) {
        await networkMayBeBack(signal);
        signal.throwIfAborted();
      }
      this.#dispatch({ type: 'submitted' });
    }, signal);
    letSleep();
  }

  /** False when the SDK waited for the network in vain: submit() resumes where it stopped. */
  async #send(options: SubmitOptions): Promise<boolean> {
    try {
      await this.#client.submit(options);
      return true;
    } catch (cause) {
      if (options.signal?.aborted || this.#destroyed) throw cause;
      const { code } = failureOf(cause);
      if (code === 'invalid_request') await this.#askAgain();
      if (code !== 'network') throw cause;
      this.#dispatch({ type: 'waiting', waiting: true });
      return false;
    }
  }

  /** What the request asks for may have changed since it was shown: a release may be required by now. */
  async #askAgain(): Promise<void> {
    const request = await this.#client.getRequest().catch(() => null);
    if (request) this.#dispatch({ type: 'request_changed', request });
  }

  /** Stops sending. The take stays, and submit() resumes where it stopped. */
  stopUpload(): void {
    this.#upload?.abort();
    this.#dispatch({ type: 'upload_stopped' });
  }

  /** Turns the camera off. An unsubmitted take stays on the device. */
  destroy(): void {
    this.#destroyed = true;
    this.#upload?.abort();
    this.#stopTicking();
    this.#looksAgain.follow(false);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#client.destroy();
  }

  #start(): Promise<void> {
    this.#dispatch({ type: 'starting' });
    // From the call on, so that the timer never shows less than was recorded.
    const began = performance.now();
    return this.#attempt(async () => {
      await this.#client.start();
      this.#dispatch({ type: 'recording' });
      const elapsed = () => Math.floor((performance.now() - began) / 1000);
      this.#dispatch({ type: 'elapsed', sec: elapsed() });
      this.#tick(250, () => this.#dispatch({ type: 'elapsed', sec: elapsed() }));
    });
  }

  #watch(): (() => void)[] {
    return [
      this.#client.on('state', (event) => this.#follow(event)),
      this.#client.on('progress', ({ fraction, sentBytes, phase }) => {
        this.#dispatch({ type: 'progress', fraction, sentBytes, verifying: phase !== 'sending' });
      }),
      this.#client.on('health', (event) => {
        const warning = warningOf(event);
        if (warning) this.#dispatch({ type: 'warning_changed', ...warning });
      }),
    ];
  }

  #follow({ state, take, error }: StateEvent): void {
    if (state === 'waiting') this.#dispatch({ type: 'waiting', waiting: true });
    if (state === 'uploading') this.#dispatch({ type: 'waiting', waiting: false });
    // A recording may end by itself: time limit, lost camera, full disk.
    if (!['recording', 'stopping'].includes(this.#state.phase.name)) return;
    if (state === 'stopping' || state === 'interrupted') this.#dispatch({ type: 'stopping' });
    if (take) this.#dispatch({ type: 'take_ready', take });
    if (error && ['previewing', 'idle', 'recorded'].includes(state)) this.#fail(error);
  }

  #fail(cause: unknown): void {
    this.#dispatch({ type: 'failed', ...failureOf(cause), kept: this.#client.take });
  }

  async #attempt(effect: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    try {
      await effect();
    } catch (cause) {
      // The caller that aborted has already dispatched the next state.
      if (this.#destroyed || signal?.aborted) return;
      this.#fail(cause);
    }
  }

  #dispatch(event: RecorderEvent): void {
    if (this.#destroyed) return;
    const next = advance(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    if (next.phase.name !== 'recording' && next.phase.name !== 'countdown') this.#stopTicking();
    if (CAMERA_OFF.includes(next.phase.name)) this.#closeCamera();
    this.#looksAgain.follow(offersTakes(next.phase.name));
    for (const listener of this.#listeners) listener();
  }

  /** Without destroy(): the take can still be played, saved and sent. */
  #closeCamera(): void {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
  }

  async #openCamera(): Promise<void> {
    this.#stream = await this.#client.preview();
    // The person may have gone back meanwhile.
    if (this.#state.phase.name !== 'requesting') return this.#closeCamera();
    this.#dispatch({ type: 'camera_on', stream: this.#stream });
  }

  #tick(everyMs: number, on: () => void): void {
    this.#stopTicking();
    this.#ticking = setInterval(on, everyMs);
  }

  #stopTicking(): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}
