import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { boundedInput } from '../bounds/bounded-input.js';
import { checkManifestBounds, ManifestField, MANIFEST_LIMITS } from './manifest.js';

class Body {
  @ManifestField() manifest: object;
}

function inBody(manifest: object): void {
  boundedInput({ manifest }, Body, () => []);
}

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 1; level < depth; level += 1) value = { a: value };
  return value;
}

function ofBytes(bytes: number): Record<string, unknown> {
  const empty = JSON.stringify({ note: '' }).length;
  return { note: 'x'.repeat(bytes - empty) };
}

const items = (count: number): number[] => Array.from({ length: count }, (_item, index) => index);
const fragments = items(MANIFEST_LIMITS.fragments).map((index) => ({
  number: index + 1,
  size: 1_048_576,
  sha256: 'a'.repeat(64),
}));

describe('a manifest', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['8 levels', nested(8)],
    ['256 KiB', ofBytes(256 * 1024)],
    ['1000 items in a list', { interruptions: items(1000) }],
    ['the fragments of a file in 10,000 parts, beside 256 KiB', { ...ofBytes(256 * 1024), fragments }],
  ])('may have %s', (_title, manifest) => {
    expect(() => checkManifestBounds(manifest)).not.toThrow();
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['9 levels', nested(9), 'manifest.a.a.a.a.a.a.a', 'out_of_range'],
    ['a byte over 256 KiB', ofBytes(256 * 1024 + 1), 'manifest', 'length'],
    ['256 KiB of characters of two bytes', { note: 'é'.repeat(200_000) }, 'manifest', 'length'],
    ['characters that JSON writes in six bytes', { note: '\0'.repeat(50_000) }, 'manifest', 'length'],
    ['more items in a list', { interruptions: items(1001) }, 'manifest.interruptions', 'length'],
    ['more items in a list further inside', { a: { b: [items(1001)] } }, 'manifest.a.b.0', 'length'],
    ['more members', Object.fromEntries(items(1001).map((name) => [`m${name}`, 0])), 'manifest', 'length'],
    ['more fragments', { fragments: [...fragments, {}] }, 'manifest.fragments', 'length'],
    ['fragments that are large', { fragments: [{ a: items(11) }] }, 'manifest.fragments.0.a', 'length'],
  ])('is refused by name with %s', (_title, manifest, field, code) => {
    expect(() => checkManifestBounds(manifest)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        extras: { field, errors: [expect.objectContaining({ field, code }) as object] },
      }) as object,
    );
  });

  it('nested a million deep is refused without walking it', () => {
    expect(() => checkManifestBounds(nested(1_000_000))).toThrow(/nested too deep/);
  });
});

describe('the version of a manifest', () => {
  it.each([[{ manifestVersion: 1 }], [{}]])(
    'may be that of the published schema, or be left out: %j',
    (manifest) => {
      expect(() => inBody(manifest)).not.toThrow();
    },
  );

  it.each([0, 2, 1.5, '1', null, [1], {}])('is refused by name where it is %j', (manifestVersion) => {
    expect(() => inBody({ manifestVersion })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        extras: expect.objectContaining({ field: 'manifest.manifestVersion' }) as object,
      }) as object,
    );
  });
});
