/** The state of the recorder page. */
import type { CaptureAccess, CaptureErrorCode, RequestInfo, StrandedTake, Take } from '@capture/browser';
import type { Warning } from './warning.js';

/** Pages that end the visit or prevent it. */
export type PageKind =
  | 'unsupported'
  | 'insecure'
  | 'keeps_nothing'
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
type SubmitStep = 'sending' | 'waiting' | 'verifying';

/** The parts of a CaptureError that the page uses. */
export interface Failure {
  code: CaptureErrorCode;
  /** The rejected field of an invalid_request. */
  field?: string | undefined;
  /** The service's own, finer code. */
  serviceCode?: string | undefined;
  /** A reference that support can look up. */
  requestId?: string | undefined;
  /** The finished take that the SDK still has, as after a second recording that could not begin. */
  kept?: Take | null;
}

export interface Problem extends Omit<Failure, 'kept'> {
  /** The phase in which it happened. */
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
  /** Unsent takes of this link on this device, newest first. */
  stranded: StrandedTake[];
  /** Unsent takes of other links that have been on this device for long, oldest first. */
  old: StrandedTake[];
  form: Form;
  /** Fields that were missing at the last press of the submit button. */
  missing: FormField[];
  problem: Problem | null;
  warnings: Warning[];
}
