import { describe, expect, it } from 'vitest';
import { composeGet, parseHead } from './media-head.js';

const head = (...lines: string[]): string => ['HTTP/1.1 206 Partial Content', ...lines].join('\r\n');

describe('the head of an answer with media', () => {
  it('is read with its headers and the length of its body', () => {
    const text = head('Content-Length: 12', 'ETag:"x"', 'connection: keep-alive', 'x-empty:');
    expect(parseHead(text)).toEqual({
      statusCode: 206,
      headers: { 'content-length': '12', etag: '"x"', connection: 'keep-alive', 'x-empty': '' },
      bodyBytes: 12,
      keepsAlive: true,
    });
    expect(parseHead(head('content-length: 0', 'connection: Close'))).toMatchObject({ keepsAlive: false });
  });

  it.each([
    ['without a length', head('etag: "x"')],
    ['with two lengths', head('content-length: 1', 'Content-Length: 2')],
    ['with a length that is none', head('content-length: 1, 1')],
    ['with a negative length', head('content-length: -1')],
    ['in chunks', head('content-length: 1', 'transfer-encoding: chunked')],
    ['with a folded line', head('content-length: 1', 'x-a: b', ' c')],
    ['with a space before the colon', head('content-length : 1')],
    ['with a bare line feed', head('content-length: 1\nx-a: b')],
    ['of an older version', 'HTTP/1.0 200 OK\r\ncontent-length: 1'],
    ['that is no answer', 'GET / HTTP/1.1\r\ncontent-length: 1'],
  ])('is left to another parser %s', (_what, text) => {
    expect(parseHead(text)).toBeUndefined();
  });
});

describe('the head of a request for media', () => {
  it('has a line for each value', () => {
    expect(composeGet('h:1', '/v1/media/x?a=b', { range: 'bytes=0-1', 'x-two': ['a', 'b'] })).toBe(
      'GET /v1/media/x?a=b HTTP/1.1\r\nhost: h:1\r\nconnection: keep-alive\r\nrange: bytes=0-1\r\nx-two: a\r\nx-two: b\r\n\r\n',
    );
  });

  it.each(['/a b', '/a\r\nx: y', '/\u00e4', 'http://elsewhere/'])('is not made for the path %j', (path) => {
    expect(composeGet('h', path, {})).toBeUndefined();
  });

  it('takes no value that would be another line', () => {
    expect(() => composeGet('h', '/', { range: 'x\r\ny: z' })).toThrow(TypeError);
    expect(() => composeGet('h', '/', { 'x\r\ny': 'z' })).toThrow(TypeError);
  });
});
