import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { x } = publicKey.export({ format: 'jwk' });
const KEYS = { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', alg: 'EdDSA', use: 'sig' }] };
const SHA256 = 'a'.repeat(64);

/** Signs a document whose members are written in canonical order, so that `JSON.stringify` is the canonical form. */
function signed<T extends object>(
  document: T,
): T & { signature: { alg: string; kid: string; value: string } } {
  const bytes = Buffer.from(JSON.stringify(document));
  const value = sign(null, bytes, privateKey).toString('base64url');
  return { ...document, signature: { alg: 'EdDSA', kid: 'k1', value } };
}

const facts = { deletedAt: '2026-01-31T12:00:00.000Z', deletedBy: 'key_1' };
const original = { kind: 'original', number: null, sha256: SHA256, sizeBytes: 5 };
const part = { kind: 'part', number: 2, sha256: SHA256, sizeBytes: 3 };
const receipt = signed({
  ...facts,
  reason: 'requested',
  receiptVersion: 2,
  recordingId: 'rec_1',
  tracks: [
    { id: 'trk_1', objects: [original], sha256: SHA256, sizeBytes: 5 },
    { id: 'trk_2', objects: [part], sha256: null, sizeBytes: null },
  ],
});

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-receipt-'));
  await writeFile(join(directory, 'keys.json'), JSON.stringify(KEYS));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs the verb without an instance to be found: all that it says it says offline. */
async function verify(
  content: unknown,
  ...options: string[]
): Promise<{ code: number; out: string; err: string }> {
  const file = join(directory, 'receipt.json');
  await writeFile(file, JSON.stringify(content));
  const args = [MAIN, 'receipt', 'verify', file, '--keys', join(directory, 'keys.json'), ...options];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: {}, cwd: directory }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

describe('receipt verify', () => {
  test('accepts a receipt, whatever the order of its members, and shows what was deleted by whom', async () => {
    const reversed = Object.fromEntries(Object.entries(receipt).reverse());
    const { code, out } = await verify(reversed, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        valid: true,
        kid: 'k1',
        recordingId: 'rec_1',
        reason: 'requested',
        ...facts,
        objects: [
          { trackId: 'trk_1', ...original },
          { trackId: 'trk_2', ...part },
        ],
      },
    ]);
    const text = await verify(receipt);
    expect(text.out).toContain(`rec_1 was deleted at ${facts.deletedAt} by key_1 (requested)`);
    expect(text.out).toMatch(/trk_2 +part 2 +3/);
  });

  test('accepts one of version 1, which names neither objects nor who asked', async () => {
    const first = signed({
      deletedAt: facts.deletedAt,
      reason: 'retention',
      receiptVersion: 1,
      recordingId: 'rec_1',
      tracks: [{ id: 'trk_1', sha256: SHA256, sizeBytes: 5 }],
    });
    const { code, out } = await verify(first, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { deletedBy: null, objects: [{ trackId: 'trk_1', kind: 'original', sha256: SHA256, sizeBytes: 5 }] },
    ]);
  });

  test('accepts the receipt of a deleted organization, and shows what each service removed', async () => {
    const services = [{ completedAt: facts.deletedAt, counts: { contact: 7 }, service: 'capture-requests' }];
    const deletion = signed({
      completedAt: facts.deletedAt,
      deletionId: 'odl_1',
      organizationId: 'org_1',
      receiptVersion: 1,
      requestedBy: 'operator',
      services,
    });
    const { code, out } = await verify(deletion, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { valid: true, deletionId: 'odl_1', organizationId: 'org_1', services },
    ]);
    expect((await verify(deletion)).out).toMatch(/capture-requests +contact +7/);
    expect((await verify({ ...deletion, services: [] })).code).toBe(1);
  });

  test('accepts the receipt of an erasure, and shows what each service removed', async () => {
    const recordings = [
      { receiptId: 'rcp_1', recordingId: 'rec_1', sha256: [SHA256], submissionId: 'sub_1' },
    ];
    const services = [
      { completedAt: facts.deletedAt, counts: { contacts: 2, recordings: 1 }, service: 'capture-requests' },
    ];
    const erasure = signed({
      addressSha256: SHA256,
      completedAt: facts.deletedAt,
      erasureId: 'ers_1',
      receiptVersion: 1,
      recordings,
      requestedBy: 'mem_1',
      services,
    });
    const { code, out } = await verify(erasure, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { valid: true, kid: 'k1', erasureId: 'ers_1', addressSha256: SHA256, services, recordings },
    ]);
    const text = await verify(erasure);
    expect(text.out).toMatch(/capture-requests +contacts +2/);
    expect(text.out).toContain('rec_1 was deleted with it (rcp_1)');
    expect((await verify({ ...erasure, recordings: [] })).code).toBe(1);
  });

  test.each<[string, object, string]>([
    ['a changed member', { ...receipt, deletedBy: 'key_2' }, 'changed after it was signed'],
    ['a changed digest', { ...receipt, tracks: [] }, 'changed after it was signed'],
    ['a member more', { ...receipt, note: '' }, 'changed after it was signed'],
    ['no signature', { ...receipt, signature: undefined }, 'carries no signature'],
    [
      'a key that is not published',
      { ...receipt, signature: { ...receipt.signature, kid: 'k2' } },
      'None of the keys',
    ],
    ['a signed document of another kind', signed({ manifestVersion: 1 }), 'no deletion receipt'],
  ])('refuses %s', async (_what, content, reason) => {
    const { code, out, err } = await verify(content);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(reason)]);
  });
});
