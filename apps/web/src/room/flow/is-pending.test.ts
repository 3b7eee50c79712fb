import type { TrackUpload } from '@capture/browser/room';
import { expect, it } from 'vitest';
import { isPending } from './is-pending.js';

it('a page has to stay open for what it can still send, and for its own room’s failures, not for what it gave up', () => {
  const isOpenFor = (upload: Partial<TrackUpload>) => isPending(upload as TrackUpload);
  for (const phase of ['queued', 'sending', 'waiting', 'verifying', 'failed'] as const)
    expect(isOpenFor({ phase })).toBe(true);
  expect(isOpenFor({ phase: 'done' })).toBe(false);
  expect(isOpenFor({ phase: 'failed', isGivenUp: true })).toBe(false);
});
