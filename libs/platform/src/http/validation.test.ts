import { describe, expect, it } from 'vitest';
import { isDeeperThan } from './validation.js';

describe('isDeeperThan', () => {
  const nested = (levels: number): unknown =>
    JSON.parse(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`);

  it('counts objects and lists alike', () => {
    expect(isDeeperThan(nested(10), 10)).toBe(false);
    expect(isDeeperThan(nested(12), 10)).toBe(true);
  });

  it('is not overcome by depth or breadth', () => {
    expect(isDeeperThan(nested(200_000), 100)).toBe(true);
    expect(
      isDeeperThan(
        Array.from({ length: 100_000 }, () => ({ a: 1 })),
        10,
      ),
    ).toBe(false);
  });
});
