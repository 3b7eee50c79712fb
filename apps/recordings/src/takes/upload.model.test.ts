import { describe, expect, it } from 'vitest';
import { merkleRootHex } from './merkle.js';
import {
  checkDeclaredSize,
  checkGrant,
  partSizeFor,
  phaseOf,
  verifyListing,
  type StoredPart,
} from './upload.model.js';

const digest = (fill: string): string => fill.repeat(64);
const known = { partSize: 10, sizeBytes: 25 };
const unknown = { partSize: 10, sizeBytes: null };
const part = (number: number, size: number) => ({ number, size, sha256: digest('a') });
const field = (name: string) =>
  expect.objectContaining({
    code: 'invalid_input',
    extras: expect.objectContaining({ field: name }) as object,
  }) as object;

describe('a declared size', () => {
  it('may be unknown, at least one byte, at most the limit', () => {
    expect(() => checkDeclaredSize(null, 100)).not.toThrow();
    expect(() => checkDeclaredSize(100, 100)).not.toThrow();
    expect(() => checkDeclaredSize(0, 100)).toThrow(field('sizeBytes'));
    expect(() => checkDeclaredSize(101, 100)).toThrow(
      expect.objectContaining({ code: 'take_too_large' }) as object,
    );
  });
});

describe('the size of parts', () => {
  const MIB = 1024 * 1024;
  it.each([
    ['is the usual one without a hint', undefined, 8 * MIB, 4096 * MIB, 8 * MIB],
    ['is the hint where that is a power of two', 2 * MIB, 8 * MIB, 9 * MIB, 2 * MIB],
    ['is the hint rounded down to one', 4 * MIB - 1, 8 * MIB, 9 * MIB, 2 * MIB],
    ['grows with the take, so that a file has at most 4096 parts', MIB, 8 * MIB, 4096 * MIB + 1, 2 * MIB],
    ['stays what the operator set, however many parts that gives', undefined, 1024, 4096 * MIB, 1024],
  ])('%s', (_title, hint, usual, mostBytes, size) => {
    expect(partSizeFor(hint, usual, mostBytes)).toBe(size);
  });

  it('leaves room for a manifest in a call that completes 4096 parts', () => {
    const parts = Array.from({ length: 4096 }, (_, index) => ({ number: index + 1, sha256: digest('a') }));
    const manifest = { fragments: parts.map((each) => ({ ...each, size: 32 * MIB })) };
    const call = JSON.stringify({ parts, merkleRoot: digest('a'), manifest });
    expect(call.length).toBeLessThan(MIB - 200 * 1024);
  });
});

describe('parts asked for', () => {
  it('of a take of known size have exactly their share of it', () => {
    expect(() => checkGrant(known, [part(1, 10), part(2, 10), part(3, 5)], 100)).not.toThrow();
    expect(() => checkGrant(known, [part(1, 9)], 100)).toThrow(field('parts.0.size'));
    expect(() => checkGrant(known, [part(3, 6)], 100)).toThrow(field('parts.0.size'));
    expect(() => checkGrant(known, [part(1, 10), part(4, 1)], 100)).toThrow(field('parts.1.number'));
  });

  it('of a take of unknown size end within the limit', () => {
    expect(() => checkGrant(unknown, [part(10, 10)], 100)).not.toThrow();
    expect(() => checkGrant(unknown, [part(11, 1)], 100)).toThrow(
      expect.objectContaining({ code: 'take_too_large' }) as object,
    );
  });

  it('are refused with a number, size, digest or count that cannot be', () => {
    expect(() => checkGrant(unknown, [part(0, 1)], 100)).toThrow(field('parts.0.number'));
    expect(() => checkGrant(unknown, [part(1.5, 1)], 100)).toThrow(field('parts.0.number'));
    expect(() => checkGrant(unknown, [part(1, 0)], 100)).toThrow(field('parts.0.size'));
    expect(() => checkGrant(unknown, [part(1, 11)], 100)).toThrow(field('parts.0.size'));
    expect(() => checkGrant(unknown, [{ ...part(1, 1), sha256: 'A'.repeat(64) }], 100)).toThrow(
      field('parts.0.sha256'),
    );
    expect(() => checkGrant(unknown, [], 100)).toThrow(field('parts'));
    expect(() => checkGrant(unknown, [part(1, 1), part(1, 1)], 100)).toThrow(field('parts'));
    expect(() =>
      checkGrant(
        unknown,
        Array.from({ length: 101 }, (_, index) => part(index + 1, 1)),
        10_000,
      ),
    ).toThrow(field('parts'));
  });
});

describe('the list that completes an upload', () => {
  const stored: StoredPart[] = [
    { number: 1, size: 10, sha256: digest('1') },
    { number: 2, size: 10, sha256: digest('2') },
    { number: 3, size: 5, sha256: digest('3') },
  ];
  const root = merkleRootHex(stored.map((item) => item.sha256));
  const list = (changes: object = {}) => ({
    parts: stored.map(({ number, sha256 }) => ({ number, sha256 })),
    merkleRoot: null,
    manifest: {},
    ...changes,
  });

  it('names what is stored, and yields size and Merkle root', () => {
    expect(
      verifyListing(
        known,
        list({ merkleRoot: root, manifest: { merkleRoot: root, fragments: stored } }),
        stored,
      ),
    ).toEqual({ parts: stored, sizeBytes: 25, merkleRoot: root });
  });

  it('leaves stored parts out that were not listed, where the size was not declared', () => {
    const short = list({ parts: list().parts.slice(0, 2) });
    expect(verifyListing(unknown, short, stored)).toMatchObject({ sizeBytes: 20 });
    expect(() => verifyListing(known, short, stored)).toThrow(field('parts'));
  });

  it.each([
    ['no parts', { parts: [] }, 'parts'],
    [
      'a gap',
      {
        parts: [
          { number: 1, sha256: digest('1') },
          { number: 3, sha256: digest('3') },
        ],
      },
      'parts',
    ],
    ['another digest', { parts: [{ number: 1, sha256: digest('f') }] }, 'parts'],
    ['another root', { merkleRoot: digest('0') }, 'merkleRoot'],
    ['a manifest with another root', { manifest: { merkleRoot: digest('0') } }, 'manifest.merkleRoot'],
    ['a manifest with a root that is no text', { manifest: { merkleRoot: 5 } }, 'manifest.merkleRoot'],
    [
      'a manifest with other fragments',
      { manifest: { fragments: stored.slice(0, 2) } },
      'manifest.fragments',
    ],
    [
      'a manifest whose fragments are null',
      { manifest: { fragments: [null, null, null] } },
      'manifest.fragments',
    ],
    [
      'a manifest with a fragment more',
      { manifest: { fragments: [...stored, { number: 4, size: 5, sha256: digest('4') }] } },
      'manifest.fragments',
    ],
    [
      'a manifest with a fragment of another digest',
      { manifest: { fragments: stored.map((item) => ({ ...item, sha256: digest('f') })) } },
      'manifest.fragments',
    ],
    [
      'a manifest with a fragment of another size',
      { manifest: { fragments: stored.map((item) => ({ ...item, size: 9 })) } },
      'manifest.fragments',
    ],
    ['a manifest whose fragments are no list', { manifest: { fragments: 'all' } }, 'manifest.fragments'],
  ])('with %s is refused', (_what, changes, name) => {
    expect(() => verifyListing(unknown, list(changes), stored)).toThrow(field(name));
  });

  it('with a part that is not stored, or a short part before the last, is refused', () => {
    expect(() => verifyListing(unknown, list(), stored.slice(0, 2))).toThrow(field('parts'));
    const uneven = stored.map((item) => (item.number === 2 ? { ...item, size: 9 } : item));
    expect(() => verifyListing(unknown, list(), uneven)).toThrow(field('parts'));
  });
});

it.each([
  ['open', 'open'],
  ['stranded', 'open'],
  ['completed', 'completed'],
  ['removed', 'completed'],
  ['aborted', 'aborted'],
] as const)('an upload that is %s shows as %s to the service that owns the take', (state, phase) => {
  expect(phaseOf(state)).toBe(phase);
});
