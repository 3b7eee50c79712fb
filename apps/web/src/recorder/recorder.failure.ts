import { CaptureError, type CaptureErrorCode, type Take } from '@capture/browser';
import type { FormField, PageKind, Phase, Problem, RecorderState } from './recorder.model.js';

/** A CaptureError in the terms that the page needs. */
export interface Failure {
  code: CaptureErrorCode;
  /** The rejected field of an invalid_request. */
  field?: string | undefined;
  /** The service's own, finer code. */
  serviceCode?: string | undefined;
  /** A reference that support can look up. */
  requestId?: string | undefined;
}

/** Codes after which there is nothing left to do on this page. */
const PAGES: Partial<Record<CaptureErrorCode, PageKind>> = {
  unsupported_browser: 'unsupported',
  link_expired: 'link_expired',
  request_closed: 'not_accepting',
  superseded: 'superseded',
};

const FORM_FIELDS: readonly string[] = ['displayName', 'releaseAccepted'] satisfies FormField[];

/** Where a failure leads: to a closing page, or back to the last place from which the person can go on. */
export function afterFailure(state: RecorderState, failure: Failure): RecorderState {
  const { phase } = state;
  const take = takeOf(phase);
  const page = PAGES[failure.code] ?? (phase.name === 'loading' ? 'unreachable' : undefined);
  const problem: Problem = {
    code: failure.code,
    field: failure.field,
    serviceCode: failure.serviceCode,
    requestId: failure.requestId,
    at: phase.name,
  };
  const next = { ...state, problem, warnings: [], missing: [] };
  if (page) return { ...next, phase: { name: 'page', page, take } };
  if (failure.code === 'invalid_request' && take && isFormField(failure.field)) {
    return { ...next, problem: null, missing: [failure.field], phase: { name: 'review', take } };
  }
  return { ...next, phase: resting(phase, failure.code) };
}

function resting(phase: Phase, code: CaptureErrorCode): Phase {
  switch (phase.name) {
    case 'countdown':
    case 'starting':
      // The camera is still on unless it is the very thing that failed.
      return code === 'permission_denied' || code === 'no_devices'
        ? { name: 'question' }
        : { name: 'preview', stream: phase.stream };
    case 'review':
    case 'submitting':
      // Without a take there is nothing to go back to but the question.
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

function isFormField(field: string | undefined): field is FormField {
  return field !== undefined && FORM_FIELDS.includes(field);
}

/** Reads what an operation of the SDK was rejected with. */
export function failureOf(cause: unknown): Failure {
  if (!(cause instanceof CaptureError)) {
    // Not the SDK's: a defect of ours. The person gets the general advice, the browser's console the truth.
    reportError(cause);
    return { code: 'upload_failed' };
  }
  const { code, field, serviceCode, requestId } = cause;
  return { code, field, serviceCode, requestId };
}
