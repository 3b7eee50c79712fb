import { CaptureError, type CaptureErrorCode, type Take } from '@capture/browser';
import type {
  Failure,
  FormField,
  PageKind,
  Phase,
  PhaseName,
  Problem,
  RecorderState,
} from './recorder.state.js';

/** Codes that end the visit, and their closing pages. */
const PAGES: Partial<Record<CaptureErrorCode, PageKind>> = {
  unsupported_browser: 'unsupported',
  link_expired: 'link_expired',
  request_closed: 'not_accepting',
  superseded: 'superseded',
};

/** Phases on the way to a take. After a failure in one of them, an earlier take can still be sent. */
const BEFORE_TAKE: readonly PhaseName[] = ['requesting', 'countdown', 'starting', 'recording', 'stopping'];

/** The state after a failure: a closing page, or the last phase from which the person can continue. */
export function afterFailure(state: RecorderState, failure: Failure): RecorderState {
  const { phase } = state;
  const take = takeOf(phase);
  const page = PAGES[failure.code] ?? (phase.name === 'loading' ? 'unreachable' : undefined);
  const problem: Problem = {
    code: codeOf(failure, phase),
    field: failure.field,
    serviceCode: failure.serviceCode,
    requestId: failure.requestId,
    at: phase.name,
  };
  const next = { ...state, problem, warnings: [], missing: [] };
  if (page) return { ...next, phase: { name: 'page', page, take } };
  if (failure.code === 'invalid_request' && take && isShown(failure.field, state)) {
    return { ...next, problem: null, missing: [failure.field], phase: { name: 'review', take } };
  }
  return { ...next, phase: phaseAfter(phase, failure) };
}

/** While sending, the SDK says `nothing_to_submit` of errors that it did not expect as well: then it still has the take. */
function codeOf({ code, kept }: Failure, phase: Phase): CaptureErrorCode {
  return code === 'nothing_to_submit' && kept && phase.name === 'submitting' ? 'upload_failed' : code;
}

function phaseAfter(phase: Phase, { code, kept }: Failure): Phase {
  if (kept && BEFORE_TAKE.includes(phase.name)) return { name: 'review', take: kept };
  switch (phase.name) {
    case 'countdown':
    case 'starting':
      // The camera is still on unless it was what failed.
      return code === 'permission_denied' || code === 'no_devices'
        ? { name: 'question' }
        : { name: 'preview', stream: phase.stream };
    case 'review':
    case 'submitting':
      if (kept) return { name: 'review', take: kept };
      // Without a take only the question is left.
      return code === 'nothing_to_submit' || code === 'not_recording'
        ? { name: 'question' }
        : { name: 'review', take: phase.take };
    case 'page':
    case 'done':
      return phase;
    default:
      return { name: 'question' };
  }
}

function takeOf(phase: Phase): Take | null {
  return 'take' in phase ? phase.take : null;
}

/** Whether the review has a field for what was rejected. */
function isShown(field: string | undefined, { mode, request }: RecorderState): field is FormField {
  if (field === 'displayName') return mode === 'open';
  return field === 'releaseAccepted' && !!request?.release.required;
}

/** The failure behind a rejection of the SDK. */
export function failureOf(cause: unknown): Failure {
  if (!(cause instanceof CaptureError)) {
    // A defect of this page: report it to the console, and show the person the general advice.
    reportError(cause);
    return { code: 'upload_failed' };
  }
  const { code, field, serviceCode, requestId } = cause;
  return { code, field, serviceCode, requestId };
}
