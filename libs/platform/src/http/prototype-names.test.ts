import { describe, expect, it } from 'vitest';
import { dropPrototypeNames } from './prototype-names.js';

describe('dropPrototypeNames', () => {
  it('removes them at any depth and says where they were', () => {
    const body: unknown = JSON.parse(
      '{"__proto__":{"a":1},"list":[{"constructor":{"prototype":{"b":1}},"kept":2}],"prototype":3}',
    );
    expect(dropPrototypeNames(body).sort()).toEqual(['__proto__', 'list.0.constructor']);
    expect(JSON.stringify(body)).toBe('{"list":[{"kept":2}],"prototype":3}');
  });

  it('finds nothing in what has none, be it no object at all', () => {
    for (const value of [{ a: [1, { b: null }] }, [], 'constructor', 7, null, undefined])
      expect(dropPrototypeNames(value)).toEqual([]);
  });

  it('is not overcome by depth', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}{"__proto__":1}${']'.repeat(50_000)}`);
    expect(dropPrototypeNames(deep)).toHaveLength(1);
  });
});
