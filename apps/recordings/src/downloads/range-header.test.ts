import { describe, expect, it } from 'vitest';
import { parseRange } from './range-header.js';

describe('a Range header over 100 bytes', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=50-5000', { start: 50, end: 99 }],
    ['bytes = 0 - 9', { start: 0, end: 9 }],
  ])('%s is a range', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=9-0',
    'items=0-1',
    'bytes=0-1,2-3',
    'bytes=a-b',
    'bytes=0x1-2',
  ])('%s is ignored, as a server may', (header) => {
    expect(parseRange(header, 100)).toBe('whole');
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s names no byte that exists', (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable');
  });

  it('no range of an empty file can be satisfied', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable');
  });
});
