/** Maps the service's refusals (RFC 9457 problem+json) to the specification's SDK error codes. */
import { CaptureError, type CaptureErrorCode } from '../errors.js';

export interface Problem {
  code?: string;
  detail?: string;
  title?: string;
  field?: string;
  requestId?: string;
  retryAfterSec?: number;
}

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

export function codeFor(status: number, serviceCode = ''): CaptureErrorCode {
  if (status >= 500 || serviceCode === 'conflict') return 'upload_failed';
  // The service's own refusals have a code. A proxy's or a captive portal's page says nothing of the link.
  if (!serviceCode && status !== 429) return 'network';
  if (serviceCode === 'superseded') return serviceCode;
  return serviceCode.endsWith('_cap') ? 'quota_exceeded' : (BY_STATUS[status] ?? 'invalid_request');
}

export function problemError(status: number, problem: Problem, retryAfter?: string | null): CaptureError {
  return new CaptureError(codeFor(status, problem.code), {
    detail: problem.detail ?? problem.title ?? `HTTP ${status}`,
    status,
    field: problem.field,
    requestId: problem.requestId,
    serviceCode: problem.code,
    retryAfterSec: problem.retryAfterSec ?? (Number(retryAfter) || undefined),
  });
}
