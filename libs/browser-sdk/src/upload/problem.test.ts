import { describe, expect, it } from 'vitest';
import { CaptureError, type CaptureErrorCode } from '../errors.js';
import { codeFor, problemError } from './problem.js';

describe('what the service answers', () => {
  const answers: [number, string | undefined, CaptureErrorCode][] = [
    [400, 'invalid_input', 'invalid_request'],
    [422, 'idempotency_key_reused', 'invalid_request'],
    [415, 'unsupported_media_type', 'invalid_request'],
    [401, 'link_expired', 'link_expired'],
    [404, 'not_found', 'link_expired'],
    [409, 'capture_request_closed', 'request_closed'],
    [409, 'capture_request_not_active', 'request_closed'],
    [409, 'organization_paused', 'request_closed'],
    [410, 'footage_expired', 'request_closed'],
    [403, 'plan_inactive', 'request_closed'],
    [409, 'superseded', 'superseded'],
    [402, 'capture_allowance_reached', 'quota_exceeded'],
    [413, 'take_too_large', 'quota_exceeded'],
    [429, 'open_take_cap', 'quota_exceeded'],
    [429, 'submission_cap', 'quota_exceeded'],
    [429, 'rate_limited', 'rate_limited'],
    [429, undefined, 'rate_limited'],
    [500, 'internal', 'upload_failed'],
    [503, 'service_unavailable', 'upload_failed'],
    [502, undefined, 'upload_failed'],
    [408, 'request_timeout', 'network'],
  ];
  it.each(answers)('%i %s is %s', (status, serviceCode, code) => {
    expect(codeFor(status, serviceCode)).toBe(code);
  });

  it.each([400, 401, 403, 404, 405, 407, 408, 410, 413, 451])(
    '%i without a code is not its refusal',
    (status) => {
      expect(codeFor(status)).toBe('network');
    },
  );

  it('keeps what helps to find the cause', () => {
    const error = problemError(400, {
      code: 'invalid_input',
      detail: 'too long',
      field: 'displayName',
      requestId: 'req_1',
    });
    expect(error).toBeInstanceOf(CaptureError);
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: 'invalid_request: too long',
      field: 'displayName',
      status: 400,
      requestId: 'req_1',
      serviceCode: 'invalid_input',
      retryable: false,
    });
  });

  it('takes the pause of a rate limit from its body or, failing that, its header', () => {
    expect(problemError(429, { code: 'rate_limited', retryAfterSec: 7 }, '9')).toMatchObject({
      retryAfterSec: 7,
      retryable: true,
    });
    expect(problemError(429, {}, '9').retryAfterSec).toBe(9);
    expect(problemError(429, {}, 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfterSec).toBeUndefined();
  });
});
