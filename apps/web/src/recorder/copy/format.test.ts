import { describe, expect, it } from 'vitest';
import { clockLength, readableSize, spokenLength } from './format.js';

describe('lengths and sizes', () => {
  it.each([
    [300, '5 minutes'],
    [90, '1 minute 30 seconds'],
    [1, '1 second'],
    [7200, '2 hours'],
    [0.2, '0 seconds'],
    [59.7, '1 minute'],
  ])('%d s is said as %s', (sec, said) => {
    expect(spokenLength(sec)).toBe(said);
  });

  it.each([
    [0, '0:00'],
    [65, '1:05'],
    [3600, '1:00:00'],
    [59.9, '0:59'],
  ])('%d s is shown as %s', (sec, shown) => {
    expect(clockLength(sec)).toBe(shown);
  });

  it.each([
    [0, '0 kB'],
    [400, '1 kB'],
    [4_230_000, '4.2 MB'],
    [84_000_000, '84 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('%d bytes are %s', (bytes, shown) => {
    expect(readableSize(bytes)).toBe(shown);
  });
});
