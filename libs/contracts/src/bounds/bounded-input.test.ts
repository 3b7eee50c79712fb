import 'reflect-metadata';
import { describe, expect, it, vi } from 'vitest';
import { NestedListField, ObjectField, StringListField } from '../fields/composites.js';
import { IntField, Sha256Field, StringField } from '../fields/values.js';
import { boundedInput, MAX_ERRORS, type BoundedInput } from './bounded-input.js';

class Part {
  @IntField({ min: 1, max: 10_000 }) number: number;
  @Sha256Field() sha256: string;
}

const check = vi.fn();

class Body {
  @StringField({ max: 10 }) title: string;
  @StringListField({ optional: true, maxItems: 3 }) tags?: string[];
  @NestedListField(() => Part, { maxItems: 10_000 }) parts: Part[];
  @ObjectField({ check }) manifest: object;
}

const sha256 = 'ab'.repeat(32);
const parts = (count: number): object[] =>
  Array.from({ length: count }, (_each, index) => ({ number: index + 1, sha256 }));
const bounded = (value: object): BoundedInput =>
  boundedInput(value as Record<string, unknown>, Body, (errors, parent) =>
    errors.map(({ property }) => ({ field: `${parent}.${property}`, code: 'type', message: '' })),
  );
const fields = (value: object): string[] => bounded(value).problems.map(({ field }) => field);

describe('boundedInput', () => {
  it('leads free-form objects and long lists of fitting items around class-transformer', () => {
    const manifest = { a: { b: 1 } };
    const list = parts(10_000);
    const { reduced, kept, problems } = bounded({ title: 'a', parts: list, manifest });
    expect(problems).toEqual([]);
    expect(reduced).toEqual({ title: 'a', parts: list.slice(0, 1), manifest: {} });
    expect(kept['manifest']).toBe(manifest);
    expect(kept['parts']).toBe(list);
    expect(check).toHaveBeenCalledWith(manifest, 'manifest');
  });

  it('names the items of a long list that do not fit, at most twenty', () => {
    const list = parts(1_000);
    list[7] = { number: 7.5, sha256 };
    list[9] = { number: 1, sha256, more: 1 };
    (list as unknown[])[11] = 'text';
    expect(fields({ parts: list })).toEqual(['parts.7.number', 'parts.9.more', 'parts.11']);
    expect(fields({ parts: list.map(() => ({})) }).length).toBeLessThanOrEqual(MAX_ERRORS + 1);
  });

  it('does not enter a list that is too long, nor what is unknown or of a wrong type', () => {
    expect(fields({ parts: parts(10_001), tags: ['a', 'b', 'c', 'd'] })).toEqual(['parts', 'tags']);
    const wide = Object.fromEntries(parts(1_000).map((part, index) => [`k${index}`, part]));
    expect(bounded({ title: wide, tags: [wide] }).reduced).toEqual({ title: {}, tags: [{}] });
    expect(fields({ wide })).toEqual(['wide']);
    expect(fields(wide)).toHaveLength(MAX_ERRORS);
  });

  it('shows only the beginning of a long name', () => {
    expect(fields({ ['n'.repeat(100_000)]: 1 })[0]?.length).toBeLessThan(110);
  });

  it('keeps too long what is too long, but not longer', () => {
    const { title } = bounded({ title: 'x'.repeat(1_000_000) }).reduced as { title: string };
    expect(title).toHaveLength(21);
  });

  it('finds names that would reach a prototype', () => {
    const body = JSON.parse('{"manifest":{"a":[{"__proto__":1}]},"__proto__":2,"constructor":3}') as object;
    expect(fields(body).sort()).toEqual(['__proto__', 'constructor', 'manifest.a.0.__proto__']);
  });
});
