/**
 * The flow of the recorder as data: what the page is doing, and what each thing that happens makes of it.
 * Pure; `recorder.controller.ts` carries out the effects and feeds their outcomes back in here.
 */
import type { CaptureAccess, RequestInfo, StrandedTake, Take } from '@capture/browser';
import { afterFailure, type Failure } from './recorder.failure.js';
import { withWarning, type Warning, type WarningChange } from './recorder.warning.js';

/** Pages that end the visit, or stand in its way. */
export type PageKind =
  | 'unsupported'
  | 'insecure'
  | 'incomplete_link'
  | 'not_accepting'
  | 'link_expired'
  | 'superseded'
  | 'unreachable';

export type Phase =
  | { name: 'loading' }
  | { name: 'page'; page: PageKind; take: Take | null }
  | { name: 'question' }
  | { name: 'requesting' }
  | { name: 'preview'; stream: MediaStream }
  | { name: 'countdown'; stream: MediaStream; left: number }
  | { name: 'starting'; stream: MediaStream }
  | { name: 'recording'; stream: MediaStream; elapsedSec: number }
  | { name: 'stopping'; stream: MediaStream | null }
  | { name: 'review'; take: Take }
  | { name: 'submitting'; take: Take; fraction: number; sentBytes: number; step: SubmitStep }
  | { name: 'done' };

export type PhaseName = Phase['name'];
export type SubmitStep = 'sending' | 'waiting' | 'verifying';

export interface Problem extends Failure {
  /** What the person was doing when it happened. */
  at: PhaseName;
}

export interface Form {
  displayName: string;
  releaseAccepted: boolean;
}

export type FormField = keyof Form;

export interface RecorderState {
  mode: CaptureAccess['mode'];
  phase: Phase;
  request: RequestInfo | null;
  /** Unsent takes of this very link that were found on this device, newest first. */
  stranded: StrandedTake[];
  form: Form;
  /** Fields that kept the last press of the submit button from going through. */
  missing: FormField[];
  problem: Problem | null;
  warnings: Warning[];
}

export type RecorderEvent =
  | { type: 'barred'; page: PageKind }
  | { type: 'loading' }
  | { type: 'found'; stranded: StrandedTake[] }
  | { type: 'opened'; request: RequestInfo }
  | { type: 'asked' }
  | { type: 'camera_on'; stream: MediaStream }
  | { type: 'counted'; left: number }
  | { type: 'countdown_cancelled' }
  | { type: 'starting' }
  | { type: 'recording' }
  | { type: 'elapsed'; sec: number }
  | { type: 'stopping' }
  | { type: 'taken'; take: Take }
  | { type: 'deleted'; id: string }
  | { type: 'filled'; form: Partial<Form> }
  | { type: 'submit_pressed' }
  | { type: 'progress'; fraction: number; sentBytes: number; verifying: boolean }
  | { type: 'waiting'; waiting: boolean }
  | { type: 'upload_stopped' }
  | { type: 'submitted' }
  | ({ type: 'warned' } & WarningChange)
  | ({ type: 'failed' } & Failure);

export const COUNTDOWN_FROM = 3;

export function initial(mode: CaptureAccess['mode']): RecorderState {
  return {
    mode,
    phase: { name: 'loading' },
    request: null,
    stranded: [],
    form: { displayName: '', releaseAccepted: false },
    missing: [],
    problem: null,
    warnings: [],
  };
}

/** The next state. An event that makes no sense where the page is leaves the state as it was. */
export function advance(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'barred':
      return at(state, { name: 'page', page: event.page, take: null });
    case 'loading':
      return at(state, { name: 'loading' });
    case 'opened':
      return opened(state, event.request);
    case 'found':
      return { ...state, stranded: event.stranded };
    case 'filled':
      return fill(state, event.form);
    case 'deleted':
      return deleted(state, event.id);
    case 'warned':
      return { ...state, warnings: withWarning(state.warnings, event) };
    case 'failed':
      return afterFailure(state, event);
    case 'taken':
      return taken(state, event.take);
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
      | 'asked'
      | 'camera_on'
      | 'counted'
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
    case 'asked':
      return phase.name === 'question' || phase.name === 'review' ? at(state, { name: 'requesting' }) : state;
    case 'camera_on':
      return phase.name === 'requesting' ? at(state, { name: 'preview', stream: event.stream }) : state;
    case 'counted':
      if (phase.name !== 'preview' && phase.name !== 'countdown') return state;
      return at(state, { name: 'countdown', stream: phase.stream, left: event.left });
    case 'countdown_cancelled':
      return phase.name === 'countdown' ? at(state, { name: 'preview', stream: phase.stream }) : state;
    case 'starting':
      return phase.name === 'countdown' ? at(state, { name: 'starting', stream: phase.stream }) : state;
    case 'recording':
      if (phase.name !== 'starting') return state;
      return at(state, { name: 'recording', stream: phase.stream, elapsedSec: 0 });
    case 'elapsed':
      if (phase.name !== 'recording' || phase.elapsedSec === event.sec) return state;
      return { ...state, phase: { ...phase, elapsedSec: event.sec } };
    case 'stopping':
      return phase.name === 'recording' ? at(state, { name: 'stopping', stream: phase.stream }) : state;
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
    return at(state, { name: 'submitting', take: phase.take, fraction: 0, sentBytes: 0, step: 'sending' });
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
      return at(state, { name: 'review', take: phase.take });
    case 'submitted':
      return at(state, { name: 'done' });
  }
}

function opened(state: RecorderState, request: RequestInfo): RecorderState {
  const known = { ...state, request };
  if (request.status !== 'active') return at(known, { name: 'page', page: 'not_accepting', take: null });
  return at(known, { name: 'question' });
}

/** A take is ready: it was stopped, it stopped by itself, or it was recovered from this device. */
function taken(state: RecorderState, take: Take): RecorderState {
  const { phase } = state;
  const stranded = state.stranded.filter(({ id }) => id !== take.id);
  // It can no longer be sent, but it is the person's own: to be saved or deleted.
  if (phase.name === 'page') return { ...state, stranded, phase: { ...phase, take } };
  if (!TAKING.includes(phase.name)) return state;
  return at({ ...state, stranded, warnings: [] }, { name: 'review', take });
}

const TAKING: readonly PhaseName[] = ['question', 'starting', 'recording', 'stopping'];

function deleted(state: RecorderState, id: string): RecorderState {
  const { phase } = state;
  const stranded = state.stranded.filter((take) => take.id !== id);
  return { ...state, stranded, phase: phase.name === 'page' ? { ...phase, take: null } : phase };
}

function fill(state: RecorderState, change: Partial<Form>): RecorderState {
  const next = { ...state, form: { ...state.form, ...change } };
  const still = missingFields(next);
  return { ...next, missing: state.missing.filter((field) => still.includes(field)) };
}

/** What must be filled in before this take may be sent. */
export function missingFields({ mode, form, request }: RecorderState): FormField[] {
  const missing: FormField[] = [];
  if (mode === 'open' && form.displayName.trim() === '') missing.push('displayName');
  if (request?.release.required && !form.releaseAccepted) missing.push('releaseAccepted');
  return missing;
}

/** Moves on, which also settles whatever was complained of before. */
function at(state: RecorderState, phase: Phase): RecorderState {
  return { ...state, phase, problem: null, missing: [] };
}

/** The takes that this link may offer again: its own only, newest first. */
export function ownStranded(takes: readonly StrandedTake[], access: CaptureAccess): StrandedTake[] {
  const targetId = access.mode === 'contact' ? access.contactId : access.campaignId;
  return takes
    .filter((take) => take.mode === access.mode && take.targetId === targetId)
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** Whether leaving the page now would interrupt something. */
export function isBusy({ phase }: RecorderState): boolean {
  return ['starting', 'recording', 'stopping', 'review', 'submitting'].includes(phase.name);
}
