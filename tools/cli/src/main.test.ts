import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const ORG = 'org_01kadt3m5tfm2r5x6q8v4zc0aa';

interface Asked {
  method: string;
  path: string;
  token: string | undefined;
  body: unknown;
}

let directory: string;
let server: Server;
let baseUrl: string;
let asked: Asked[];
let answers: { status: number; body: object }[];

async function read(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-cli-'));
  server = createServer((request, response) => {
    void read(request).then((body) => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, path: url, token: headers.authorization, body });
      const answer = answers.shift() ?? { status: 200, body: { data: [], nextCursor: null } };
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { baseUrl, operatorUrl: baseUrl, operatorToken: 'from-the-file' };
  await writeFile(join(directory, 'dev-credentials.json'), JSON.stringify(credentials));
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  asked = [];
  answers = [];
});

interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs the CLI as an operator does, in a process of its own. */
function cli(
  args: string[],
  env: Record<string, string> = { CAPTURE_DATA_DIR: directory },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { env, cwd: directory }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

describe('finding the instance', () => {
  test('goes by the data directory, and by CAPTURE_OPERATOR_URL before it', async () => {
    await cli(['org', 'list']);
    expect(asked[0]).toMatchObject({ path: '/operator/v1/orgs?limit=100', token: 'Bearer from-the-file' });
    await cli(['org', 'list'], { CAPTURE_OPERATOR_URL: `${baseUrl}/`, CAPTURE_OPERATOR_TOKEN: 'given' });
    expect(asked[1]?.token).toBe('Bearer given');
  });

  test('takes CAPTURE_OPERATOR_PORT over the port in the data directory', async () => {
    const { port } = new URL(baseUrl);
    await cli(['org', 'list'], { CAPTURE_OPERATOR_PORT: port, CAPTURE_OPERATOR_TOKEN: 'given' });
    expect(asked[0]?.token).toBe('Bearer given');
  });

  test('asks the operator port, not the public one', async () => {
    const own = await mkdtemp(join(tmpdir(), 'capture-cli-'));
    const credentials = { baseUrl: 'http://127.0.0.1:1', operatorUrl: baseUrl, operatorToken: 'x' };
    await writeFile(join(own, 'dev-credentials.json'), JSON.stringify(credentials));
    expect(await cli(['org', 'list'], { CAPTURE_DATA_DIR: own })).toMatchObject({ code: 0 });
    expect(asked).toHaveLength(1);
    await rm(own, { recursive: true });
  });

  test('sends the token of the data directory to no address of the environment', async () => {
    const env = { CAPTURE_DATA_DIR: directory, CAPTURE_OPERATOR_URL: baseUrl };
    expect(await cli(['org', 'list'], env)).toMatchObject({ code: 2, out: '' });
    expect(asked).toEqual([]);
  });

  test.each([
    ['no data directory', { CAPTURE_DATA_DIR: '/nowhere' }, 3, 'no_instance'],
    [
      'nobody at the address',
      { CAPTURE_OPERATOR_URL: 'http://127.0.0.1:1', CAPTURE_OPERATOR_TOKEN: 'x' },
      3,
      'unreachable',
    ],
    ['an address without a token', { CAPTURE_OPERATOR_URL: 'http://127.0.0.1:1' }, 2, 'no_token'],
    [
      'the public address alone',
      { CAPTURE_URL: 'http://127.0.0.1:1', CAPTURE_OPERATOR_TOKEN: 'x' },
      2,
      'no_operator_url',
    ],
  ])('with %s says what to do next', async (_what, env, code, name) => {
    const text = await cli(['org', 'list'], env);
    expect(text).toMatchObject({ code, out: '' });
    expect(text.err.trim().split('\n')).toHaveLength(2);
    const json = await cli(['org', 'list', '--json'], env);
    expect(json).toMatchObject({ code, err: '' });
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: name, next: expect.any(String) } });
  });
});

test('ends well when its reader has read enough', async () => {
  const child = spawn(process.execPath, [MAIN, 'org', 'list'], {
    env: { CAPTURE_DATA_DIR: directory },
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (text) => (complaints += String(text)));
  child.stdout.destroy();
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
});

describe('verbs', () => {
  test.each([
    [['org', 'create', '--name', 'A', '--plan', 'team'], 'POST /orgs', { name: 'A', plan: 'team' }],
    [['org', 'pause', '--org', ORG], `PATCH /orgs/${ORG}`, { paused: true }],
    [['org', 'resume', '--org', ORG], `PATCH /orgs/${ORG}`, { paused: false }],
    [['org', 'set-plan', '--org', ORG, '--plan', 'free'], `PATCH /orgs/${ORG}`, { plan: 'free' }],
    [['org', 'set-allowance', '--org', ORG, '--seconds', '60'], `PATCH /orgs/${ORG}`, { allowanceSec: 60 }],
    [['org', 'set-retention', '--org', ORG, '--days', 'none'], `PATCH /orgs/${ORG}`, { retentionDays: null }],
    [['member', 'add', '--org', ORG, '--email', 'a@b.c'], `POST /orgs/${ORG}/members`, { email: 'a@b.c' }],
    [
      ['member', 'set-role', '--org', ORG, '--email', 'a@b.c', '--role', 'viewer'],
      `PATCH /orgs/${ORG}/members/a%40b.c`,
      { role: 'viewer' },
    ],
    [
      ['member', 'remove', '--org', ORG, '--email', 'a@b.c'],
      `DELETE /orgs/${ORG}/members/a%40b.c`,
      undefined,
    ],
    [
      ['member', 'invite', '--org', ORG, '--email', 'a@b.c'],
      `POST /orgs/${ORG}/members/a%40b.c/password-link`,
      {},
    ],
    [
      [
        'key',
        'create',
        '--org',
        ORG,
        '--name',
        'K',
        '--mode',
        'test',
        '--scopes',
        'usage:read, sessions:read',
      ],
      `POST /orgs/${ORG}/keys`,
      { name: 'K', mode: 'test', scopes: ['usage:read', 'sessions:read'] },
    ],
    [['key', 'rotate', '--org', ORG, '--key', 'key_1'], `POST /orgs/${ORG}/keys/key_1/rotate`, {}],
    [['upload', 'redrive', '--upload', 'upl_1'], 'POST /uploads/upl_1/redrive', {}],
    [['key', 'revoke', '--org', ORG, '--key', 'key_1'], `POST /orgs/${ORG}/keys/key_1/revoke`, {}],
    [
      ['suppression', 'add', '--org', ORG, '--email', 'a@b.c'],
      `POST /orgs/${ORG}/suppressions`,
      { email: 'a@b.c' },
    ],
    [
      ['suppression', 'remove', '--org', ORG, '--email', 'a@b.c'],
      `DELETE /orgs/${ORG}/suppressions/a%40b.c`,
      undefined,
    ],
    [['suppression', 'list', '--org', ORG], `GET /orgs/${ORG}/suppressions?limit=100`, undefined],
    [
      ['erasure', 'create', '--org', ORG, '--email', 'a@b.c'],
      `POST /orgs/${ORG}/erasures`,
      { email: 'a@b.c' },
    ],
    [['erasure', 'list', '--org', ORG], `GET /orgs/${ORG}/erasures?limit=100`, undefined],
    [['erasure', 'get', '--org', ORG, '--erasure', 'ers_1'], `GET /orgs/${ORG}/erasures/ers_1`, undefined],
    [
      ['erasure', 'receipt', '--org', ORG, '--erasure', 'ers_1'],
      `GET /orgs/${ORG}/erasures/ers_1/receipt`,
      undefined,
    ],
    [['scim', 'create', '--org', ORG], `POST /orgs/${ORG}/scim-tokens`, {}],
    [
      ['scim', 'create', '--org', ORG, '--new-member-role', 'viewer'],
      `POST /orgs/${ORG}/scim-tokens`,
      { newMemberRole: 'viewer' },
    ],
    [['scim', 'list', '--org', ORG], `GET /orgs/${ORG}/scim-tokens`, undefined],
    [['scim', 'end', '--org', ORG, '--token', 'sct_1'], `DELETE /orgs/${ORG}/scim-tokens/sct_1`, undefined],
    [['audit', 'list', '--org', ORG], `GET /orgs/${ORG}/audit-log?limit=100`, undefined],
    [['outbox', 'status'], 'GET /outbox', undefined],
    [['outbox', 'redrive'], 'POST /outbox/redrive', {}],
    [
      'consent import-legacy --org o --request r --submission s --accepted-at 2024-05-06T07:08:09Z --ip ::1'.split(
        ' ',
      ),
      'POST /legacy-consents',
      {
        organizationId: 'o',
        captureRequestId: 'r',
        submissionId: 's',
        acceptedAt: '2024-05-06T07:08:09Z',
        ipAddress: '::1',
      },
    ],
    [['upload', 'list', '--stranded'], 'GET /uploads?state=stranded&limit=100', undefined],
  ])('%j asks the operator API for it', async (args, call, body) => {
    const { code } = await cli([...args, '--json']);
    expect(code).toBe(0);
    expect(asked).toHaveLength(1);
    expect(`${asked[0]?.method} ${asked[0]?.path}`).toBe(call.replace(' ', ' /operator/v1'));
    expect(asked[0]?.body).toEqual(body);
  });

  test('print the answer as one JSON document with --json', async () => {
    const key = { id: 'key_1', key: 'cap_live_x', mode: 'live' };
    answers = [{ status: 201, body: key }];
    const { out } = await cli([
      'key',
      'rotate',
      '--org',
      ORG,
      '--key',
      'key_1',
      '--overlap-sec',
      '0',
      '--json',
    ]);
    expect(JSON.parse(out)).toEqual(key);
    expect(asked[0]?.body).toEqual({ overlapSec: 0 });
  });

  test('that list follow every page, and print a table without --json', async () => {
    const member = (id: string) => ({
      id,
      email: `${id}@b.example`,
      role: 'producer',
      createdAt: '2026-01-01',
    });
    answers = [
      { status: 200, body: { data: [member('mem_2')], nextCursor: 'mem_2' } },
      { status: 200, body: { data: [member('mem_1')], nextCursor: null } },
    ];
    const { out } = await cli(['member', 'list', '--org', ORG]);
    expect(asked[1]?.path).toContain('cursor=mem_2');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/)[0]),
    ).toEqual(['ID', 'mem_2', 'mem_1']);
  });

  test('that are refused show the reason, the request to quote and the next step, and end with 1', async () => {
    const problem = { code: 'not_found', detail: 'No organization with this id.', requestId: 'req_7' };
    answers = [
      { status: 404, body: problem },
      { status: 404, body: problem },
    ];
    const text = await cli(['org', 'get', '--org', ORG]);
    expect(text).toMatchObject({ code: 1, out: '' });
    expect(text.err).toContain('No organization with this id. (request req_7)');
    const json = await cli(['org', 'get', '--org', ORG, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'not_found' } });
  });

  test('that set single sign-on take the client secret from the environment alone', async () => {
    const sso = '--issuer https://id.acme.example --client-id capture --domains acme.example,acme.org';
    const args = ['sso', 'set', '--org', ORG, ...sso.split(' '), '--only-sso', '--json'];
    const without = await cli(args);
    expect([without.code, JSON.parse(without.out)]).toMatchObject([2, { error: { code: 'usage' } }]);
    expect(asked).toEqual([]);
    const env = { CAPTURE_DATA_DIR: directory, CAPTURE_SSO_CLIENT_SECRET: 'a secret' };
    expect((await cli(args, env)).code).toBe(0);
    expect(asked).toMatchObject([{ method: 'PUT', path: `/operator/v1/orgs/${ORG}/identity-provider` }]);
    expect(asked[0]?.body).toEqual({
      issuer: 'https://id.acme.example',
      clientId: 'capture',
      clientSecret: 'a secret',
      domains: ['acme.example', 'acme.org'],
      passwordAllowed: false,
      asksSecondFactor: false,
      newMemberRole: null,
    });
  });

  test('that lack an option end with 2 and ask nothing', async () => {
    expect(await cli(['org', 'create', '--name', 'A'])).toMatchObject({ code: 2, out: '' });
    const json = await cli(['org', 'create', '--name', 'A', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'usage' } });
    const number = await cli(['org', 'set-allowance', '--org', ORG, '--seconds', 'lots', '--json']);
    expect([number.code, JSON.parse(number.out)]).toMatchObject([2, { error: { code: 'usage' } }]);
    expect(asked).toEqual([]);
  });
});

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
    const paths: [string, string] = [join(directory, 'manifest.json'), join(directory, 'keys.json')];
    await writeFile(paths[0], typeof document === 'string' ? document : JSON.stringify(document));
    await writeFile(paths[1], JSON.stringify(keys));
    return paths;
  };

  test('accepts what was signed, offline, whatever the order of its members', async () => {
    const [file, keys] = await files(manifest);
    const { code, out } = await cli(['manifest', 'verify', file, '--keys', keys, '--json'], {});
    expect([code, JSON.parse(out)]).toEqual([0, { valid: true, kid: 'k1' }]);
    expect(asked).toEqual([]);
  });

  test('finds the manifest in a saved track, and fetches the published keys without --keys', async () => {
    const [file] = await files({ id: 'trk_1', captureManifest: manifest });
    answers = [{ status: 200, body: keySet }];
    const { code } = await cli(['manifest', 'verify', file]);
    expect(code).toBe(0);
    expect(asked[0]?.path).toBe('/.well-known/capture-keys.json');
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
    const { code, err } = await cli(['manifest', 'verify', file, '--keys', keyFile], {});
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(2);
  });

  test.each([
    ['no JSON', 'not json'],
    ['no object', '[1]'],
  ])('says so when the file holds %s', async (_what, text) => {
    const [file, keys] = await files(text);
    expect(await cli(['manifest', 'verify', file, '--keys', keys], {})).toMatchObject({ code: 2 });
  });
});
