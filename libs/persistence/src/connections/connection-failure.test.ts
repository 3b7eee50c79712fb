import { AppError } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { isDataException, withoutConnectionFailure } from './connection-failure.js';

const unavailable = (error: unknown): boolean => {
  const shown = withoutConnectionFailure(error);
  return shown instanceof AppError && shown.code === 'service_unavailable';
};

describe('withoutConnectionFailure', () => {
  it('is 503 with `Retry-After` when the database is unreachable, whatever the wording', () => {
    const raw = new Error('Raw query failed. Code: `57P03`. Message: `the database system is starting up`');
    const wrapped = new Error('query failed', {
      cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    });
    // What the driver says of a connection that was lost before a statement could be sent, and of one that never opened.
    const lost = [
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
      'timeout expired',
    ].map((message) => new Error(message));
    for (const error of [raw, wrapped, { code: 'P2024' }, ...lost]) expect(unavailable(error)).toBe(true);
  });

  it.each([
    ['DNS is silent', 'EAI_AGAIN'],
    ['its host is gone', 'EHOSTUNREACH'],
    ['its certificate has expired', 'CERT_HAS_EXPIRED'],
    ['its password was changed and ours was not', '28P01'],
    ['a pooler in between does not reach it', '08P01'],
    ['it has no memory left', '53200'],
  ])('is 503 with `Retry-After`, and no defect, when %s', (_what, code) => {
    const error = Object.assign(new Error('no'), { code });
    expect(unavailable(error)).toBe(true);
    expect(withoutConnectionFailure(error)).toMatchObject({ extras: { retryAfterSec: 1 } });
  });

  it.each([
    ['53100', 'has no space to write', 'has no space'],
    ['25006', 'has become a standby or is read-only', 'takes no changes'],
  ])('is 503 with `Retry-After` for %s: the database %s (scenario 73)', (code, _state, told) => {
    const raw = new Error(`Raw query failed. Code: \`${code}\`. Message: \`no\``);
    expect(unavailable(raw)).toBe(true);
    expect(withoutConnectionFailure(raw)).toMatchObject({
      detail: expect.stringContaining(told) as string,
      extras: { retryAfterSec: 10 },
    });
  });

  it.each([
    ['nothing was changed when no connection was there', 'Nothing was changed', { code: 'ECONNREFUSED' }],
    ['nothing was changed when the server was starting', 'Nothing was changed', { code: '57P03' }],
    ['the transaction was ended when the process stood still', 'in the middle', { code: '25P03' }],
    ['the server is full when it is', 'takes no more connections', { code: '53300' }],
    [
      'nobody knows when the connection was lost',
      'is not known',
      new Error('Connection terminated unexpectedly'),
    ],
    ['nobody knows when the answer did not come', 'is not known', { code: 'ETIMEDOUT' }],
  ])('says that %s', (_what, told, error) => {
    expect(withoutConnectionFailure(error)).toMatchObject({
      detail: expect.stringContaining(told) as string,
    });
  });

  it('leaves every other error as it is', () => {
    const unique = new Error('Raw query failed. Code: `23505`. Message: `duplicate key`');
    const refusal = new AppError('not_found', 'No such thing.');
    for (const error of [unique, refusal, 'text', undefined])
      expect(withoutConnectionFailure(error)).toBe(error);
  });
});

describe('isDataException', () => {
  it('is true of values that do not fit, however the driver words it, and of nothing else', () => {
    const raw = new Error('Raw query failed. Code: `22003`. Message: `value is out of range`');
    for (const error of [raw, { code: '22P05' }, new Error('failed', { cause: { originalCode: '22001' } })])
      expect(isDataException(error)).toBe(true);
    for (const error of [
      undefined,
      new Error('22003'),
      { code: '23505' },
      { code: '57P01' },
      { code: '220031' },
    ])
      expect(isDataException(error)).toBe(false);
  });
});
