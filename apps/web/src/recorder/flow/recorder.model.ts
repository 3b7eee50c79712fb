/**
 * The recorder's state machine: a pure reducer from state and event to the next state.
 * `recorder.controller.ts` runs the effects and dispatches their outcomes as events.
 */
import type { CaptureAccess, RequestInfo, StrandedTake, Take } from '@capture/browser';
import { afterFailure } from './failure.js';
import type {
  Failure,
  Form,
  FormField,
  PageKind,
  Phase,
  PhaseName,
  RecorderState,
} from './recorder.state.js';
import { withWarning, type WarningChange } from './warning.js';

export type RecorderEvent =
  | { type: 'blocked'; page: PageKind }
  | { type: 'loading' }
  | { type: 'stranded_found'; stranded: StrandedTake[]; old?: StrandedTake[] }
  | { type: 'request_loaded'; request: RequestInfo }
  | { type: 'request_changed'; request: RequestInfo }
  | { type: 'camera_requested' }
  | { type: 'camera_on'; stream: MediaStream }
  | { type: 'camera_off'; kept: Take | null }
  | { type: 'countdown_ticked'; left: number }
  | { type: 'countdown_cancelled' }
  | { type: 'starting' }
  | { type: 'recording' }
  | { type: 'elapsed'; sec: number }
  | { type: 'stopping' }
  | { type: 'take_ready'; take: Take }
  | { type: 'deleted'; id: string }
  | { type: 'filled'; form: Partial<Form> }
  | { type: 'submit_pressed' }
  | { type: 'progress'; fraction: number; sentBytes: number; verifying: boolean }
  | { type: 'waiting'; waiting: boolean }
  | { type: 'upload_stopped' }
  | { type: 'submitted' }
  | ({ type: 'warning_changed' } & WarningChange)
  | ({ type: 'failed' } & Failure);

export const COUNTDOWN_FROM = 3;
const OLD_MS = 14 * 24 * 3_600_000;
/** What the service allows over the limit. */
const TOLERANCE_SEC = 2;

export function initial(mode: CaptureAccess['mode']): RecorderState {
  return {
    mode,
    phase: { name: 'loading' },
    request: null,
    stranded: [],
    old: [],
    form: { displayName: '', releaseAccepted: false },
    missing: [],
    problem: null,
    warnings: [],
  };
}

/** The next state. An event that does not apply in the current phase changes nothing. */
export function advance(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'blocked':
      return enter(state, { name: 'page', page: event.page, take: null });
    case 'loading':
      return enter(state, { name: 'loading' });
    case 'request_loaded':
      return requestLoaded(state, event.request);
    case 'request_changed':
      return withRequest(state, event.request);
    case 'stranded_found':
      return { ...state, stranded: event.stranded, old: event.old ?? [] };
    case 'filled':
      return fill(state, event.form);
    case 'deleted':
      return deleted(state, event.id);
    case 'warning_changed':
      return { ...state, warnings: withWarning(state.warnings, event) };
    case 'failed':
      return afterFailure(state, event);
    case 'take_ready':
      return takeReady(state, event.take);
    case 'submit_pressed':
    case 'progress':
    case 'waiting':
    case 'upload_stopped':
    case 'submitted':
      return advanceSubmit(state, event);
    default:
      return advanceCamera(state, event);
  }
}

type CameraEvent = Extract<
  RecorderEvent,
  {
    type:
      | 'camera_requested'
      | 'camera_on'
      | 'camera_off'
      | 'countdown_ticked'
      | 'countdown_cancelled'
      | 'starting'
      | 'recording'
      | 'elapsed'
      | 'stopping';
  }
>;

function advanceCamera(state: RecorderState, event: CameraEvent): RecorderState {
  const { phase } = state;
  switch (event.type) {
    case 'camera_requested':
      return phase.name === 'question' || phase.name === 'review'
        ? enter(state, { name: 'requesting' })
        : state;
    case 'camera_on':
      return phase.name === 'requesting' ? enter(state, { name: 'preview', stream: event.stream }) : state;
    case 'camera_off':
      if (phase.name !== 'requesting' && phase.name !== 'preview') return state;
      return enter(state, event.kept ? { name: 'review', take: event.kept } : { name: 'question' });
    case 'countdown_ticked':
      if (phase.name !== 'preview' && phase.name !== 'countdown') return state;
      return enter(state, { name: 'countdown', stream: phase.stream, left: event.left });
    case 'countdown_cancelled':
      return phase.name === 'countdown' ? enter(state, { name: 'preview', stream: phase.stream }) : state;
    case 'starting':
      return phase.name === 'countdown' ? enter(state, { name: 'starting', stream: phase.stream }) : state;
    case 'recording':
      if (phase.name !== 'starting') return state;
      return enter(state, { name: 'recording', stream: phase.stream, elapsedSec: 0 });
    case 'elapsed':
      if (phase.name !== 'recording' || phase.elapsedSec === event.sec) return state;
      return { ...state, phase: { ...phase, elapsedSec: event.sec } };
    case 'stopping':
      return phase.name === 'recording' ? enter(state, { name: 'stopping', stream: phase.stream }) : state;
  }
}

type SubmitEvent = Extract<
  RecorderEvent,
  { type: 'submit_pressed' | 'progress' | 'waiting' | 'upload_stopped' | 'submitted' }
>;

function advanceSubmit(state: RecorderState, event: SubmitEvent): RecorderState {
  const { phase } = state;
  if (event.type === 'submit_pressed') {
    if (phase.name !== 'review') return state;
    const missing = missingFields(state);
    if (missing.length > 0) return { ...state, missing, problem: null };
    return enter(state, { name: 'submitting', take: phase.take, fraction: 0, sentBytes: 0, step: 'sending' });
  }
  if (phase.name !== 'submitting') return state;
  switch (event.type) {
    case 'progress': {
      const step = event.verifying ? 'verifying' : 'sending';
      return { ...state, phase: { ...phase, fraction: event.fraction, sentBytes: event.sentBytes, step } };
    }
    case 'waiting':
      return { ...state, phase: { ...phase, step: event.waiting ? 'waiting' : 'sending' } };
    case 'upload_stopped':
      return enter(state, { name: 'review', take: phase.take });
    case 'submitted':
      return enter(state, { name: 'done' });
  }
}

function requestLoaded(state: RecorderState, request: RequestInfo): RecorderState {
  const known = withRequest(state, request);
  if (request.status !== 'active') return enter(known, { name: 'page', page: 'not_accepting', take: null });
  return enter(known, { name: 'question' });
}

/** What was accepted is one wording: another one has to be accepted anew. */
function withRequest(state: RecorderState, request: RequestInfo): RecorderState {
  const [before, { version, text }] = [state.request?.release, request.release];
  const isSame = before?.version === version && before.text === text;
  return { ...state, request, form: isSame ? state.form : { ...state.form, releaseAccepted: false } };
}

/** A take is ready: it was stopped, it stopped by itself, or it was recovered from this device. */
function takeReady(state: RecorderState, take: Take): RecorderState {
  const { phase } = state;
  const stranded = state.stranded.filter(({ id }) => id !== take.id);
  // It can no longer be sent, but the person may save or delete it.
  if (phase.name === 'page') return { ...state, stranded, phase: { ...phase, take } };
  if (!RECORDING_PHASES.includes(phase.name)) return state;
  return enter({ ...state, stranded, warnings: [] }, { name: 'review', take });
}

const RECORDING_PHASES: readonly PhaseName[] = ['question', 'starting', 'recording', 'stopping'];

function deleted(state: RecorderState, id: string): RecorderState {
  const { phase } = state;
  const isLeft = (take: StrandedTake) => take.id !== id;
  const [stranded, old] = [state.stranded.filter(isLeft), state.old.filter(isLeft)];
  return { ...state, stranded, old, phase: phase.name === 'page' ? { ...phase, take: null } : phase };
}

function fill(state: RecorderState, change: Partial<Form>): RecorderState {
  const next = { ...state, form: { ...state.form, ...change } };
  const still = missingFields(next);
  return { ...next, missing: state.missing.filter((field) => still.includes(field)) };
}

/** Required fields that are still empty. */
export function missingFields({ mode, form, request }: RecorderState): FormField[] {
  const missing: FormField[] = [];
  if (mode === 'open' && form.displayName.trim() === '') missing.push('displayName');
  if (request?.release.required && !form.releaseAccepted) missing.push('releaseAccepted');
  return missing;
}

/** Enters a phase and clears earlier problems. */
function enter(state: RecorderState, phase: Phase): RecorderState {
  return { ...state, phase, problem: null, missing: [] };
}

function isOwn({ mode, targetId }: StrandedTake, access: CaptureAccess): boolean {
  return (
    mode === access.mode && targetId === (access.mode === 'contact' ? access.contactId : access.campaignId)
  );
}

/** The unsent takes of this link, newest first. */
export function ownStranded(takes: readonly StrandedTake[], access: CaptureAccess): StrandedTake[] {
  return takes.filter((take) => isOwn(take, access)).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/**
 * The unsent takes of other links that were made more than 14 days before `now`, in milliseconds since 1970. Whether
 * their links still work is not known here. One whose date cannot be read may be new, and is left out.
 */
export function oldStranded(
  takes: readonly StrandedTake[],
  access: CaptureAccess,
  now: number,
): StrandedTake[] {
  return takes.filter((take) => !isOwn(take, access) && now - Date.parse(take.startedAt) > OLD_MS);
}

/** Whether a take is so much longer than the request allows that only its beginning can be sent. */
export function isTooLong(take: Take, request: RequestInfo): boolean {
  return take.durationSec > request.maxDurationSec + TOLERANCE_SEC;
}

/** Whether leaving the page now would interrupt something. */
export function isBusy({ phase }: RecorderState): boolean {
  return ['starting', 'recording', 'stopping', 'review', 'submitting'].includes(phase.name);
}
