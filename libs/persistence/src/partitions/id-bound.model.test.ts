import { newId } from '@capture/contracts';
import { describe, expect, it, vi } from 'vitest';
import { idBound, timeOfBound } from './id-bound.model.js';

describe('idBound', () => {
  it('is above every id made before its time, and not above one made then', () => {
    vi.useFakeTimers();
    const at = new Date('2026-11-26T00:00:00.000Z');
    vi.setSystemTime(at.getTime() - 1);
    const before = newId('event');
    vi.setSystemTime(at);
    const then = newId('event');
    vi.useRealTimers();
    expect(before < idBound('evt', at)).toBe(true);
    expect(then >= idBound('evt', at)).toBe(true);
  });

  it('gives its time back, and takes no other text for one', () => {
    const at = new Date('2026-11-26T12:34:56.789Z');
    expect(timeOfBound(idBound('evt', at))).toEqual(at);
    expect(() => timeOfBound('evt_2026')).toThrow('evt_2026');
    expect(() => timeOfBound('evt_0123456lio')).toThrow('no bound');
  });
});
