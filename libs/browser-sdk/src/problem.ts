/** From what the service answers (RFC 9457 problem+json) to the specification's SDK error codes. */
import { CaptureError } from './errors.js';
import type { CaptureErrorCode } from './types.js';

export interface Problem {
  code?: string;
  detail?: string;
  title?: string;
  field?: string;
  requestId?: string;
  retryAfterSec?: number;
}

/** Where the service's code decides; for all others its status does. */
const BY_CODE: Record<string, CaptureErrorCode> = {
  link_expired: 'link_expired',
  capture_request_closed: 'request_closed',
  capture_request_not_active: 'request_closed',
  organization_paused: 'request_closed',
  plan_inactive: 'request_closed',
  upgrade_required: 'request_closed',
  superseded: 'superseded',
  take_too_large: 'quota_exceeded',
  submission_cap: 'quota_exceeded',
  open_take_cap: 'quota_exceeded',
  contact_cap: 'quota_exceeded',
  capture_allowance_reached: 'quota_exceeded',
  rate_limited: 'rate_limited',
  conflict: 'upload_failed',
  idempotency_in_progress: 'upload_failed',
};

const BY_STATUS: Record<number, CaptureErrorCode> = {
  401: 'link_expired',
  402: 'quota_exceeded',
  403: 'request_closed',
  404: 'link_expired',
  408: 'network',
  409: 'request_closed',
  410: 'request_closed',
  413: 'quota_exceeded',
  429: 'rate_limited',
};

export function codeFor(status: number, serviceCode?: string): CaptureErrorCode {
  if (status >= 500) return 'upload_failed';
  return (serviceCode !== undefined && BY_CODE[serviceCode]) || BY_STATUS[status] || 'invalid_request';
}

export function problemError(status: number, problem: Problem, retryAfter?: string | null): CaptureError {
  const retryAfterSec = problem.retryAfterSec ?? (Number(retryAfter) || undefined);
  return new CaptureError(codeFor(status, problem.code), {
    detail: problem.detail ?? problem.title ?? `HTTP ${status}`,
    status,
    ...(problem.field !== undefined && { field: problem.field }),
    ...(problem.requestId !== undefined && { requestId: problem.requestId }),
    ...(problem.code !== undefined && { serviceCode: problem.code }),
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  });
}
