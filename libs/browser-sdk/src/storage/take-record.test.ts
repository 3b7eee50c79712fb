import { describe, expect, it } from 'vitest';
import { newestRecord } from './take-record.js';

const copy = (save: number, sealed = save) => JSON.stringify({ layout: 1, save, id: `save ${save}`, sealed });

describe('of the two copies of a record', () => {
  it('the later one is read, whichever it is', () => {
    expect(newestRecord([copy(4), copy(5)])?.save).toBe(5);
    expect(newestRecord([copy(6), copy(5)])?.save).toBe(6);
  });

  it('the whole one is read when the other is torn, empty or missing', () => {
    expect(newestRecord([copy(4), copy(5).slice(0, -3)])?.save).toBe(4);
    expect(newestRecord([copy(4), copy(6, 5)])?.save).toBe(4);
    expect(newestRecord(['', copy(5)])?.save).toBe(5);
    expect(newestRecord([null, copy(5)])?.save).toBe(5);
  });

  it('none is read when neither is ours', () => {
    expect(newestRecord([null, null])).toBeNull();
    expect(newestRecord(['null', '{"layout":2,"save":9}'])).toBeNull();
  });
});
