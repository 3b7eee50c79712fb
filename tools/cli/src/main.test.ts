import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakeInstance, MAIN } from './testing/fake-instance.js';

const ORG = 'org_01kadt3m5tfm2r5x6q8v4zc0aa';

let instance: FakeInstance;
beforeAll(async () => {
  instance = await FakeInstance.start();
});
afterAll(() => instance.stop());
beforeEach(() => instance.reset());

describe('finding the instance', () => {
  test('goes by the data directory, and by CAPTURE_OPERATOR_URL before it', async () => {
    await instance.cli(['org', 'list']);
    expect(instance.asked[0]).toMatchObject({
      path: '/operator/v1/orgs?limit=100',
      token: 'Bearer from-the-file',
    });
    await instance.cli(['org', 'list'], {
      CAPTURE_OPERATOR_URL: `${instance.baseUrl}/`,
      CAPTURE_OPERATOR_TOKEN: 'given',
    });
    expect(instance.asked[1]?.token).toBe('Bearer given');
  });

  test('takes CAPTURE_OPERATOR_PORT over the port in the data directory', async () => {
    const { port } = new URL(instance.baseUrl);
    await instance.cli(['org', 'list'], { CAPTURE_OPERATOR_PORT: port, CAPTURE_OPERATOR_TOKEN: 'given' });
    expect(instance.asked[0]?.token).toBe('Bearer given');
  });

  test('asks the operator port, not the public one', async () => {
    const own = await mkdtemp(join(tmpdir(), 'capture-cli-'));
    const credentials = { baseUrl: 'http://127.0.0.1:1', operatorUrl: instance.baseUrl, operatorToken: 'x' };
    await writeFile(join(own, 'dev-credentials.json'), JSON.stringify(credentials));
    expect(await instance.cli(['org', 'list'], { CAPTURE_DATA_DIR: own })).toMatchObject({ code: 0 });
    expect(instance.asked).toHaveLength(1);
    await rm(own, { recursive: true });
  });

  test('sends the token of the data directory to no address of the environment', async () => {
    const env = { CAPTURE_DATA_DIR: instance.directory, CAPTURE_OPERATOR_URL: instance.baseUrl };
    expect(await instance.cli(['org', 'list'], env)).toMatchObject({ code: 2, out: '' });
    expect(instance.asked).toEqual([]);
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
    const text = await instance.cli(['org', 'list'], env);
    expect(text).toMatchObject({ code, out: '' });
    expect(text.err.trim().split('\n')).toHaveLength(2);
    const json = await instance.cli(['org', 'list', '--json'], env);
    expect(json).toMatchObject({ code, err: '' });
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: name, next: expect.any(String) } });
  });
});

test('ends well when its reader has read enough', async () => {
  const child = spawn(process.execPath, [MAIN, 'org', 'list'], {
    env: { CAPTURE_DATA_DIR: instance.directory },
    cwd: instance.directory,
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
    const { code } = await instance.cli([...args, '--json']);
    expect(code).toBe(0);
    expect(instance.asked).toHaveLength(1);
    expect(`${instance.asked[0]?.method} ${instance.asked[0]?.path}`).toBe(
      call.replace(' ', ' /operator/v1'),
    );
    expect(instance.asked[0]?.body).toEqual(body);
  });

  test('print the answer as one JSON document with --json', async () => {
    const key = { id: 'key_1', key: 'cap_live_x', mode: 'live' };
    instance.answers = [{ status: 201, body: key }];
    const { out } = await instance.cli([
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
    expect(instance.asked[0]?.body).toEqual({ overlapSec: 0 });
  });

  test('that list follow every page, and print a table without --json', async () => {
    const member = (id: string) => ({
      id,
      email: `${id}@b.example`,
      role: 'producer',
      createdAt: '2026-01-01',
    });
    instance.answers = [
      { status: 200, body: { data: [member('mem_2')], nextCursor: 'mem_2' } },
      { status: 200, body: { data: [member('mem_1')], nextCursor: null } },
    ];
    const { out } = await instance.cli(['member', 'list', '--org', ORG]);
    expect(instance.asked[1]?.path).toContain('cursor=mem_2');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/)[0]),
    ).toEqual(['ID', 'mem_2', 'mem_1']);
  });

  test('that are refused show the reason, the request to quote and the next step, and end with 1', async () => {
    const problem = { code: 'not_found', detail: 'No organization with this id.', requestId: 'req_7' };
    instance.answers = [
      { status: 404, body: problem },
      { status: 404, body: problem },
    ];
    const text = await instance.cli(['org', 'get', '--org', ORG]);
    expect(text).toMatchObject({ code: 1, out: '' });
    expect(text.err).toContain('No organization with this id. (request req_7)');
    const json = await instance.cli(['org', 'get', '--org', ORG, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'not_found' } });
  });

  test('that set single sign-on take the client secret from the environment alone', async () => {
    const sso = '--issuer https://id.acme.example --client-id capture --domains acme.example,acme.org';
    const args = ['sso', 'set', '--org', ORG, ...sso.split(' '), '--only-sso', '--json'];
    const without = await instance.cli(args);
    expect([without.code, JSON.parse(without.out)]).toMatchObject([2, { error: { code: 'usage' } }]);
    expect(instance.asked).toEqual([]);
    const env = { CAPTURE_DATA_DIR: instance.directory, CAPTURE_SSO_CLIENT_SECRET: 'a secret' };
    expect((await instance.cli(args, env)).code).toBe(0);
    expect(instance.asked).toMatchObject([
      { method: 'PUT', path: `/operator/v1/orgs/${ORG}/identity-provider` },
    ]);
    expect(instance.asked[0]?.body).toEqual({
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
    expect(await instance.cli(['org', 'create', '--name', 'A'])).toMatchObject({ code: 2, out: '' });
    const json = await instance.cli(['org', 'create', '--name', 'A', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'usage' } });
    const number = await instance.cli(['org', 'set-allowance', '--org', ORG, '--seconds', 'lots', '--json']);
    expect([number.code, JSON.parse(number.out)]).toMatchObject([2, { error: { code: 'usage' } }]);
    expect(instance.asked).toEqual([]);
  });
});
