import { CaptureError, type CaptureErrorCode } from '../errors.js';
import type { CaptureEvents, CaptureState, StateEvent } from '../types.js';
import type { Emitter } from './emitter.js';

/** From where each state is reached. Those left out but `destroyed` follow every one but `recording`. */
const ORIGINS: Partial<Record<CaptureState, string>> = {
  requesting: 'idle previewing recorded submitted',
  starting: 'previewing',
  recording: 'starting',
  stopping: 'recording',
  interrupted: 'recording starting',
  uploading: 'previewing recorded waiting',
  waiting: 'uploading',
  submitted: 'uploading waiting',
};

export function canMove(from: CaptureState, to: CaptureState): boolean {
  if (from === 'destroyed') return false;
  return to === 'destroyed' || (ORIGINS[to]?.includes(from) ?? from !== 'recording');
}

/** The state machine of a client. Emits every transition as a `state` event. */
export class Lifecycle {
  #state: CaptureState = 'idle';
  readonly #events: Emitter<CaptureEvents>;

  constructor(events: Emitter<CaptureEvents>) {
    this.#events = events;
  }

  get state(): CaptureState {
    return this.#state;
  }

  get isDestroyed(): boolean {
    return this.#state === 'destroyed';
  }

  /** @throws CaptureError `not_recording` in any other state. */
  expect(...states: CaptureState[]): void {
    if (states.includes(this.#state)) return;
    throw new CaptureError('not_recording', { detail: `while ${this.#state}` });
  }

  /** @throws CaptureError `not_recording` when there is no such transition. */
  move(state: CaptureState, extra?: Pick<StateEvent, 'take' | 'error'> | null): void {
    const previous = this.#state;
    if (previous === state) return;
    if (!canMove(previous, state)) this.expect(state);
    this.#state = state;
    this.#events.emit('state', { state, previous, ...extra });
  }

  /** Returns to a state after a failure, unless the client was destroyed meanwhile. Returns the error to throw. */
  retreat(state: CaptureState, cause: unknown, code: CaptureErrorCode): CaptureError {
    const error = CaptureError.from(cause, code);
    if (!this.isDestroyed) this.move(state, { error });
    return error;
  }
}
