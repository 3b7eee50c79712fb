import { describe, expect, it } from 'vitest';
import { failureOf, succeeded, type AttemptResult } from './attempt.model.js';

const result = (changes: Partial<AttemptResult>): AttemptResult => ({
  status: 500,
  error: null,
  latencyMs: 10,
  responseBody: '',
  retryAfter: null,
  ...changes,
});

describe('outcome', () => {
  it.each([
    [200, null, true, null],
    [204, null, true, null],
    [299, null, true, null],
    [199, null, false, 'status'],
    [300, null, false, 'redirect'],
    [302, null, false, 'redirect'],
    [400, null, false, 'status'],
    [410, null, false, 'status'],
    [503, null, false, 'status'],
    [200, 'timeout', false, 'timeout'],
    [null, 'connection', false, 'connection'],
    [null, 'forbidden_address', false, 'forbidden_address'],
  ] as const)('status %s with error %s: success %s, reason %s', (status, error, success, reason) => {
    expect(succeeded(result({ status, error }))).toBe(success);
    expect(failureOf(result({ status, error }))).toBe(reason);
  });
});
