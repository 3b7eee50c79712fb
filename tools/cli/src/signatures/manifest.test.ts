import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakeInstance } from '../testing/fake-instance.js';

let instance: FakeInstance;
beforeAll(async () => {
  instance = await FakeInstance.start();
});
afterAll(() => instance.stop());
beforeEach(() => instance.reset());

describe('manifest verify', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const keySet = { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', alg: 'EdDSA', use: 'sig' }] };
  // Written by hand in canonical form, so that the test does not lean on the code it checks.
  const canonical = '{"a":1e+21,"manifestVersion":1,"sdk":{"name":"x","version":"é"}}';
  const value = sign(null, Buffer.from(canonical), privateKey).toString('base64url');
  const manifest = {
    sdk: { version: 'é', name: 'x' },
    manifestVersion: 1,
    a: 1e21,
    signature: { alg: 'EdDSA', kid: 'k1', value },
  };
  const files = async (document: unknown, keys: unknown = keySet): Promise<[string, string]> => {
    const paths: [string, string] = [
      join(instance.directory, 'manifest.json'),
      join(instance.directory, 'keys.json'),
    ];
    await writeFile(paths[0], typeof document === 'string' ? document : JSON.stringify(document));
    await writeFile(paths[1], JSON.stringify(keys));
    return paths;
  };

  test('accepts what was signed, offline, whatever the order of its members', async () => {
    const [file, keys] = await files(manifest);
    const { code, out } = await instance.cli(['manifest', 'verify', file, '--keys', keys, '--json'], {});
    expect([code, JSON.parse(out)]).toEqual([0, { valid: true, kid: 'k1' }]);
    expect(instance.asked).toEqual([]);
  });

  test('finds the manifest in a saved track, and fetches the published keys without --keys', async () => {
    const [file] = await files({ id: 'trk_1', captureManifest: manifest });
    instance.answers = [{ status: 200, body: keySet }];
    const { code } = await instance.cli(['manifest', 'verify', file]);
    expect(code).toBe(0);
    expect(instance.asked[0]?.path).toBe('/.well-known/capture-keys.json');
  });

  test.each([
    ['one changed member', { ...manifest, a: 2 }, keySet],
    ['one member more', { ...manifest, b: null }, keySet],
    ['no signature', { a: 1 }, keySet],
    [
      'a signature of another algorithm',
      { ...manifest, signature: { ...manifest.signature, alg: 'none' } },
      keySet,
    ],
    ['a key that is not ours', manifest, { keys: [{ ...keySet.keys[0], kid: 'k2' }] }],
    ['no keys at all', manifest, { keys: [] }],
  ])('refuses %s with 1', async (_what, document, keys) => {
    const [file, keyFile] = await files(document, keys);
    const { code, err } = await instance.cli(['manifest', 'verify', file, '--keys', keyFile], {});
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(2);
  });

  test.each([
    ['no JSON', 'not json'],
    ['no object', '[1]'],
  ])('says so when the file holds %s', async (_what, text) => {
    const [file, keys] = await files(text);
    expect(await instance.cli(['manifest', 'verify', file, '--keys', keys], {})).toMatchObject({ code: 2 });
  });
});
