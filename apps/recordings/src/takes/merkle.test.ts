import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { merkleRoot, merkleRootHex } from './merkle.js';

const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaf = (data: Buffer): Buffer => sha(Buffer.of(0), data);
const node = (left: Buffer, right: Buffer): Buffer => sha(Buffer.of(1), left, right);

// The leaves and roots of the Certificate Transparency reference tests, cut to the trees used here.
const CT_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const CT_ROOTS: Record<number, string> = {
  1: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  2: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  3: 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  8: '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
};

describe('the RFC 6962 root', () => {
  it.each(Object.entries(CT_ROOTS))(
    'of the first %s reference leaves is the reference root',
    (count, root) => {
      const leaves = CT_LEAVES.slice(0, Number(count)).map((hex) => Buffer.from(hex, 'hex'));
      expect(merkleRoot(leaves).toString('hex')).toBe(root);
    },
  );

  it('of nothing is the hash of nothing', () => {
    expect(merkleRoot([])).toEqual(sha());
  });

  it('splits at the largest power of two below the count', () => {
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((text) => Buffer.from(text)) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    const left = node(node(leaf(a), leaf(b)), node(leaf(c), leaf(d)));
    expect(merkleRoot([a, b, c, d, e])).toEqual(node(left, leaf(e)));
  });

  it('over part digests takes and gives lower-case hex', () => {
    const digest = 'ab'.repeat(32);
    expect(merkleRootHex([digest])).toBe(leaf(Buffer.from(digest, 'hex')).toString('hex'));
  });
});
