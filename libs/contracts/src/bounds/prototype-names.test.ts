import { describe, expect, it } from 'vitest';
import { prototypeNamesIn } from './prototype-names.js';

describe('prototypeNamesIn', () => {
  it('finds them at any depth and says where', () => {
    const body = JSON.parse(
      '{"__proto__":{"a":1},"list":[{"constructor":{"prototype":{"b":1}},"kept":2}],"prototype":3}',
    ) as object;
    expect(prototypeNamesIn(body, 20).sort()).toEqual(['__proto__', 'list.0.constructor']);
  });

  it('finds nothing in what has none', () => {
    for (const value of [{ a: [1, { b: null }] }, []]) expect(prototypeNamesIn(value, 20)).toEqual([]);
  });

  it('stops at its limit, and is not overcome by depth', () => {
    const wide = JSON.parse(`[${Array(50).fill('{"__proto__":1}').join(',')}]`) as object;
    expect(prototypeNamesIn(wide, 20)).toHaveLength(20);
    const deep = JSON.parse(`${'['.repeat(50_000)}{"__proto__":1}${']'.repeat(50_000)}`) as object;
    expect(prototypeNamesIn(deep, 20)).toHaveLength(1);
  });
});
