import { describe, expect, it } from 'vitest';
import {
  expectedTracks,
  retentionEnd,
  shownSeconds,
  statesBefore,
  statusOf,
  TRACK_STATES,
} from './recording.model.js';

describe('the states of a track', () => {
  it('uploading and stranded lead to each other, and both to available', () => {
    expect(statesBefore('uploading')).toContain('stranded');
    expect(statesBefore('stranded')).toEqual(['recording', 'uploading']);
    expect(statesBefore('available')).toEqual(
      expect.arrayContaining(['uploading', 'stranded', 'processing']),
    );
  });

  it('footage that expired never comes back', () => {
    for (const state of TRACK_STATES) expect(statesBefore(state)).not.toContain('expired');
  });

  it('a track that is available can only fail or expire', () => {
    expect(TRACK_STATES.filter((state) => statesBefore(state).includes('available'))).toEqual([
      'failed',
      'expired',
    ]);
  });
});

describe('the status of a recording', () => {
  it('is partial until every expected track is available', () => {
    expect(statusOf([], 0)).toBe('partial');
    expect(statusOf(['uploading'], 1)).toBe('partial');
    expect(statusOf(['available', 'stranded'], 2)).toBe('partial');
    expect(statusOf(['available', 'failed'], 2)).toBe('partial');
    expect(statusOf(['available'], 2)).toBe('partial');
    expect(statusOf(['available', 'available'], 2)).toBe('complete');
  });

  it('is expired once all footage is gone', () => {
    expect(statusOf(['expired', 'expired'], 2)).toBe('expired');
  });
});

describe('the tracks to expect', () => {
  const track = (participantId: string, takeNumber: number | null) => ({ participantId, takeNumber });
  const take = (participantId: string, takeNumber: number) => ({ participantId, takeNumber });

  it('are those that are known, and one for each acknowledged take without any', () => {
    expect(expectedTracks([], [])).toBe(0);
    expect(expectedTracks([], [take('ada', 1), take('ada', 2), take('eve', 1)])).toBe(3);
    expect(expectedTracks([track('ada', 1), track('ada', 1)], [take('ada', 1), take('ada', 2)])).toBe(3);
    expect(expectedTracks([track('ada', 1)], [take('eve', 1)])).toBe(2);
  });

  it('are not more for a track from before tracks had a number', () => {
    expect(expectedTracks([track('ada', null)], [take('ada', 1)])).toBe(1);
  });
});

it('the probed length is shown where there is one, the claimed one otherwise, in whole seconds', () => {
  expect(shownSeconds(1499, 9)).toBe(1);
  expect(shownSeconds(1500, 9)).toBe(2);
  expect(shownSeconds(null, 9.6)).toBe(10);
  expect(shownSeconds(null, -1)).toBe(0);
});

it('retention ends whole days after the recording was made, or never', () => {
  const made = new Date('2026-01-31T12:00:00.000Z');
  expect(retentionEnd(made, 1)).toEqual(new Date('2026-02-01T12:00:00.000Z'));
  expect(retentionEnd(made, null)).toBeNull();
});
