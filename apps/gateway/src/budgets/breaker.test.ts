import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.js';

describe('Breaker', () => {
  it('opens after three failures in a row, and a success in between starts the count again', () => {
    const breaker = new Breaker();
    breaker.failed();
    breaker.failed();
    breaker.succeeded();
    breaker.failed();
    breaker.failed();
    expect(breaker.open).toBe(false);
    breaker.failed();
    expect(breaker.open).toBe(true);
  });

  it('lets one probe through per interval while open, and closes when it succeeds', () => {
    let now = 0;
    const breaker = new Breaker(1, 500, () => now);
    breaker.failed();
    expect(breaker.allows()).toBe(false);
    now = 500;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    breaker.failed();
    now = 999;
    expect(breaker.allows()).toBe(false);
    now = 1000;
    expect(breaker.allows()).toBe(true);
    breaker.succeeded();
    expect([breaker.allows(), breaker.allows()]).toEqual([true, true]);
  });
});
