import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const GENESIS = '0'.repeat(64);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { x } = publicKey.export({ format: 'jwk' });
const KEYS = { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', alg: 'EdDSA', use: 'sig' }] };

interface EvidenceRecord {
  organizationId: string;
  previousHash: string;
  sequence: number;
  submissionId: string;
  text: string;
}

interface Evidence {
  record: EvidenceRecord;
  hash: string;
  signature: { alg: string; kid: string; value: string };
}

/** A signed record. Its members are written in canonical order, so `JSON.stringify` is the canonical form. */
function evidence(sequence: number, previousHash: string, submissionId = `sub_${sequence}`): Evidence {
  const record = { organizationId: 'org_1', previousHash, sequence, submissionId, text: 'I agree, é.' };
  const bytes = Buffer.from(JSON.stringify(record));
  return {
    record,
    hash: createHash('sha256').update(bytes).digest('hex'),
    signature: { alg: 'EdDSA', kid: 'k1', value: sign(null, bytes, privateKey).toString('base64url') },
  };
}

function chain(length: number): Evidence[] {
  const links: Evidence[] = [];
  for (let sequence = 1; sequence <= length; sequence += 1)
    links.push(evidence(sequence, links.at(-1)?.hash ?? GENESIS));
  return links;
}

const rehashed = (entry: Evidence, change: object): Evidence => {
  const members = Object.entries({ ...entry.record, ...change }).sort(([a], [b]) => (a < b ? -1 : 1));
  const record = Object.fromEntries(members) as unknown as EvidenceRecord;
  return { ...entry, record, hash: createHash('sha256').update(JSON.stringify(record)).digest('hex') };
};

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-evidence-'));
  await writeFile(join(directory, 'keys.json'), JSON.stringify(KEYS));
});
afterAll(() => rm(directory, { recursive: true }));

interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs the verb without an instance to be found: all that it says it says offline. */
async function verify(content: unknown, ...options: string[]): Promise<Outcome> {
  const file = join(directory, 'evidence.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  const args = [MAIN, 'evidence', 'verify', file, '--keys', join(directory, 'keys.json'), ...options];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: {}, cwd: directory }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

describe('evidence verify', () => {
  const three = chain(3);
  const [first, second, third] = three as [Evidence, Evidence, Evidence];

  test('accepts one record, whatever the order of its members', async () => {
    const record = Object.fromEntries(Object.entries(second.record).reverse());
    const { code, out } = await verify({ ...second, record }, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        valid: true,
        records: 1,
        chains: [{ organizationId: 'org_1', records: 1, from: 2, to: 2, missing: [[1, 1]] }],
      },
    ]);
  });

  test.each([
    ['an array in any order', JSON.stringify([third, first, second])],
    ['one record a line', three.map((entry) => JSON.stringify(entry)).join('\n')],
    ['the same record twice', JSON.stringify([...three, second])],
  ])('accepts a whole chain as %s', async (_what, content) => {
    const { code, out } = await verify(content, '--complete', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { chains: [{ from: 1, to: 3, missing: [] }] }]);
  });

  test('shows what the file does not hold, and refuses it only where all is asked for', async () => {
    const { code, out } = await verify([first, third]);
    expect([code, out]).toEqual([0, expect.stringMatching(/org_1 +2 +1 +3 +2/)]);
    const refused = await verify([first, third], '--complete');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('lacks records of org_1: 2.')]);
  });

  const { signature } = second;
  test.each<[string, unknown, string]>([
    [
      'a changed member',
      { ...second, record: { ...second.record, text: 'I agree.' } },
      'hash that it states',
    ],
    [
      'a changed member under a new hash',
      rehashed(second, { text: 'I agree.' }),
      'changed after it was signed',
    ],
    ['a member more, called signature', rehashed(second, { signature: 'x' }), 'changed after'],
    ['a changed hash', { ...second, hash: first.hash }, 'hash that it states'],
    ['the signature of another record', { ...second, signature: first.signature }, 'changed after'],
    ['no signature', { record: second.record, hash: second.hash }, 'carries no signature'],
    ['another algorithm', { ...second, signature: { ...signature, alg: 'none' } }, 'not ours'],
    [
      'a key that is not published',
      { ...second, signature: { ...signature, kid: 'k2' } },
      'None of the keys',
    ],
    ['half a character', { ...second, record: { ...second.record, text: '\ud800' } }, 'hash that it states'],
    ['no record', { ...second, record: null }, 'is not an evidence record'],
    ['a predecessor that is another', evidence(2, 'f'.repeat(64)), 'chain is broken'],
    ['its number taken twice', [first, second, evidence(2, first.hash, 'sub_x')], 'chain forks'],
    ['a first that follows something', [evidence(1, 'f'.repeat(64))], 'chain is broken'],
  ])('refuses %s, and names the record', async (_what, wrong, reason) => {
    const { code, out, err } = await verify(Array.isArray(wrong) ? wrong : [first, wrong]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(reason);
    expect(err).toMatch(/^Record [1-3] \((sub_[12x]|no submission), sequence [12m]/);
    expect(err.trim().split('\n')).toHaveLength(2);
  });

  test.each([
    ['neither JSON nor lines of it', 'not json'],
    ['no object', '[1]'],
    ['nothing', ''],
    ['an empty array', '[]'],
  ])('says so when the file holds %s', async (_what, content) => {
    expect(await verify(content)).toMatchObject({ code: 2, out: '' });
  });
});
