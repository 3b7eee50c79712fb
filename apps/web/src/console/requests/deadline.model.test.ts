import { describe, expect, it } from 'vitest';
import { toLocalInput } from '../copy/local-time.js';
import { changedDeadline } from './deadline.model.js';

const BEFORE = '2030-05-31T16:00:42.000Z';

describe('the deadline of a form', () => {
  it('is left as it is, to the second, where nothing was changed', () => {
    expect(changedDeadline(toLocalInput(BEFORE), BEFORE)).toBeUndefined();
    expect(changedDeadline('', null)).toBeUndefined();
  });

  it('is cleared where the field was emptied, and set where it was filled in', () => {
    expect(changedDeadline('', BEFORE)).toBeNull();
    const another = '2031-01-01T10:00:00.000Z';
    expect(changedDeadline(toLocalInput(another), BEFORE)).toBe(another);
    expect(changedDeadline(toLocalInput(another), undefined)).toBe(another);
  });
});
