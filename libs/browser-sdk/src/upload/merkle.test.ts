import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256, toHex } from '../hash.js';
import { merkleRoot } from './merkle.js';

const digest = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leaf = (data: Uint8Array) => digest(Uint8Array.of(0), data);
const node = (left: Uint8Array, right: Uint8Array) => digest(Uint8Array.of(1), left, right);
const data = Array.from({ length: 7 }, (_, index) => digest(Uint8Array.of(index)));
const [a, b, c, d, e, f, g] = data.map(leaf) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];

describe('the Merkle root (RFC 6962 §2.1)', () => {
  const trees: [number, Buffer][] = [
    [0, digest()],
    [1, a],
    [2, node(a, b)],
    [3, node(node(a, b), c)],
    [5, node(node(node(a, b), node(c, d)), e)],
    [6, node(node(node(a, b), node(c, d)), node(e, f))],
    [7, node(node(node(a, b), node(c, d)), node(node(e, f), g))],
  ];
  it.each(trees)('of %i parts splits at the largest power of two', async (count, root) => {
    expect(toHex(await merkleRoot(data.slice(0, count).map((bytes) => [...bytes])))).toBe(
      root.toString('hex'),
    );
  });

  it('agrees with the certificate-transparency test vector of eight leaves', async () => {
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const root = await merkleRoot(inputs.map((hex) => [...Buffer.from(hex, 'hex')]));
    expect(toHex(root)).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });
});

it('hashes are lower-case hexadecimal', async () => {
  expect(toHex(await sha256(new Uint8Array()))).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
});
