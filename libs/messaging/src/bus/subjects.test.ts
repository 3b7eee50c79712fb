import { describe, expect, it } from 'vitest';
import { durableName, matches } from './subjects.js';

describe('matches', () => {
  it.each([
    ['recording.created', 'recording.created', true],
    ['recording.created', 'recording.deleted', false],
    ['recording.*', 'recording.created', true],
    ['recording.*', 'recording', false],
    ['recording.*', 'recording.created.v2', false],
    ['*.created', 'recording.created', true],
    ['recording.>', 'recording.created', true],
    ['recording.>', 'recording.created.v2', true],
    ['recording.>', 'recording', false],
    ['>', 'ping', true],
    ['>', 'recording.created', true],
    ['ping', 'ping.more', false],
  ])('%s on %s is %s', (pattern, type, expected) => {
    expect(matches(pattern, type)).toBe(expected);
  });
});

describe('durableName', () => {
  it.each([
    ['webhooks', '>', 'webhooks_all'],
    ['accounts', 'recording.*', 'accounts_recording-any'],
    ['capture-requests', 'recording.track_available', 'capture-requests_recording-track_available'],
  ])('of %s for %s is %s: no dot, star or arrow, which streams refuse in names', (service, pattern, name) => {
    expect(durableName(service, pattern)).toBe(name);
    expect(name).toMatch(/^[\w-]+$/);
  });

  it('differs for patterns that a plain replacement would merge', () => {
    expect(durableName('a', 'b.c')).not.toBe(durableName('a', 'b_c'));
  });
});
