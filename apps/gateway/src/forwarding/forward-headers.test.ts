import { describe, expect, it } from 'vitest';
import { forwardedHeaders, returnedHeaders } from './forward-headers.js';

describe('headers on the way to a service', () => {
  it('drops what a caller could say in the name of the gateway or of a proxy (scenario 50)', () => {
    const forged = {
      'x-capture-principal': 'forged',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
      'x-request-id': 'mine',
    };
    expect(forwardedHeaders(forged, false)).toEqual({});
  });

  it('drops credentials and cookies (scenario 52)', () => {
    expect(forwardedHeaders({ authorization: 'Bearer canary', cookie: 'a=b' }, false)).toEqual({});
  });

  it('drops hop-by-hop headers, also those that Connection names', () => {
    const headers = {
      connection: 'keep-alive, X-Hop',
      'x-hop': '1',
      te: 'trailers',
      'keep-alive': 'timeout=5',
      accept: '*/*',
    };
    expect(forwardedHeaders(headers, false)).toEqual({ accept: '*/*' });
  });

  it('keeps ranges, conditions, digests and idempotency keys', () => {
    const headers = {
      range: 'bytes=0-1',
      'if-match': '"x"',
      'content-digest': 'sha-256=:x:',
      'idempotency-key': 'k',
    };
    expect(forwardedHeaders(headers, true)).toEqual(headers);
  });

  it('keeps the content type only where there is content', () => {
    const headers = { 'content-type': 'application/json', 'content-length': '2' };
    expect(forwardedHeaders(headers, true)).toEqual(headers);
    expect(forwardedHeaders(headers, false)).toEqual({});
  });
});

describe('headers on the way back', () => {
  it('keeps what describes the content and the answer', () => {
    const headers = {
      'content-range': 'bytes 0-1/9',
      etag: '"x"',
      'idempotent-replayed': 'true',
      'retry-after': '1',
    };
    expect(returnedHeaders(headers)).toEqual(headers);
  });

  it('drops what only the gateway may say', () => {
    const headers = {
      'access-control-allow-origin': '*',
      ratelimit: 'x',
      'x-request-id': 'y',
      'set-cookie': ['a=b'],
    };
    expect(returnedHeaders(headers)).toEqual({});
  });
});
