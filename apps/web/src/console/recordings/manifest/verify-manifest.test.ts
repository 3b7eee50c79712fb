import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { merkleRootOf } from './merkle.js';
import { verifyManifest } from './verify-manifest.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { x = '' } = publicKey.export({ format: 'jwk' });
const keys = { keys: [{ kid: 'ours', kty: 'OKP', crv: 'Ed25519', x }] };
const FILE = sha256('the file');

async function signed(changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const fragments = ['one', 'two', 'three'].map((text, index) => ({
    ...{ number: index + 1, size: text.length, sha256: sha256(text) },
  }));
  const manifest = {
    ...{ sdk: { version: '1.0', name: 'zoë' }, fragments, server: { sha256: FILE } },
    merkleRoot: await merkleRootOf(fragments.map((fragment) => fragment.sha256)),
    ...changes,
  };
  const value = sign(null, Buffer.from(canonicalize(manifest) ?? ''), privateKey).toString('base64url');
  return { ...manifest, signature: { alg: 'EdDSA', kid: 'ours', value } };
}

describe('a capture manifest', () => {
  it('is verified when it is as it was signed, in whatever order its members stand', async () => {
    expect(await verifyManifest(await signed(), FILE, keys)).toBe('verified');
    const turned = Object.fromEntries(Object.entries(await signed()).reverse());
    expect(await verifyManifest(turned, FILE, keys)).toBe('verified');
  });

  it('is changed when a member is another one than was signed, or the signature is none', async () => {
    const manifest = await signed();
    const sdk = { version: '1.1', name: 'zoë' };
    expect(await verifyManifest({ ...manifest, sdk }, FILE, keys)).toBe('changed');
    expect(await verifyManifest({ ...manifest, added: true }, FILE, keys)).toBe('changed');
    for (const value of ['', '%', undefined]) {
      const signature = { alg: 'EdDSA', kid: 'ours', value };
      expect(await verifyManifest({ ...manifest, signature }, FILE, keys)).toBe('changed');
    }
  });

  it('is changed when its root is not that of its parts', async () => {
    expect(await verifyManifest(await signed({ merkleRoot: sha256('other') }), FILE, keys)).toBe('changed');
    expect(await verifyManifest(await signed({ fragments: [] }), FILE, keys)).toBe('changed');
  });

  it('is of another track when it tells of another file', async () => {
    expect(await verifyManifest(await signed(), sha256('another file'), keys)).toBe('other_track');
  });

  it('is by nobody known when the key is not among the published ones', async () => {
    const manifest = await signed();
    expect(await verifyManifest(manifest, FILE, { keys: [] })).toBe('unknown_key');
    const others = { keys: keys.keys.map((key) => ({ ...key, kid: 'another' })) };
    expect(await verifyManifest(manifest, FILE, others)).toBe('unknown_key');
    const { signature: _signature, ...unsigned } = manifest;
    expect(await verifyManifest(unsigned, FILE, keys)).toBe('unknown_key');
  });
});

describe('the root of parts', () => {
  const hash = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

  it('hashes leaves and nodes apart, and splits at the largest power of two below the count', async () => {
    const digests = ['a', 'b', 'c'].map(sha256);
    const [a, b, c] = digests.map((digest) => hash(`00${digest}`));
    const root = hash(`01${hash(`01${a}${b}`)}${c}`);
    expect(await merkleRootOf(digests)).toBe(root);
    expect(await merkleRootOf([])).toBe(hash(''));
  });
});
