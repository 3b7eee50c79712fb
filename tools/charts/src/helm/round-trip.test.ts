import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTES, SERVICES } from '@capture/gateway';
import { podsOf, type Container } from '../checks/pods.js';
import { Charts } from './helm.js';

const KEY = 'cap_test_key';
let charts: Charts;
let server: Server;
let asked: string[] = [];
let broken = '';

beforeAll(async () => {
  charts = new Charts(fileURLToPath(new URL('../../../..', import.meta.url)));
  server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const known = url === '/health/ready' || headers.authorization === `Bearer ${KEY}`;
    response.writeHead(url === broken ? 503 : known ? 200 : 401).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  charts.remove();
  server.close();
});

async function testOf(values: object): Promise<Container> {
  const pods = podsOf(await charts.render('gateway', { values }));
  const [container] = pods.find(({ owner }) => owner === 'Pod gateway-test')?.spec.containers ?? [];
  if (container === undefined) throw new Error('the chart has no test');
  return container;
}

/** Runs what `helm test` would run, against a server of ours. Returns the exit code. */
async function run({ args = [], command = [], env = [] }: Container, key?: string): Promise<unknown> {
  asked = [];
  const given = Object.fromEntries(env.map(({ name, value }) => [name, value ?? key ?? '']));
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [...command.slice(1), ...args], {
    env: { ...given, SERVICE: `http://127.0.0.1:${port}` },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

it('helm test asks every service with the key, and is refused without one', async () => {
  const container = await testOf({ tests: { apiKey: { existingSecret: 'smoke' } } });
  expect(await run(container, KEY)).toBe(0);
  const paths = [
    '/api/v1/usage',
    '/api/v1/capture-requests',
    '/api/v1/sessions',
    '/api/v1/recordings',
    '/api/v1/webhook-endpoints',
  ];
  expect(asked).toEqual(['/health/ready', '/api/v1/usage', ...paths]);
  expect(await run(container, 'another')).toBe(1);
});

it('helm test fails where one service does not answer', async () => {
  broken = '/api/v1/recordings';
  expect(await run(await testOf({ tests: { apiKey: { existingSecret: 'smoke' } } }), KEY)).toBe(1);
  broken = '';
});

it('without a key helm test still asks for readiness and for the refusal of strangers', async () => {
  expect(await run(await testOf({}))).toBe(0);
  expect(asked).toEqual(['/health/ready', '/api/v1/usage']);
});

it('the round trip asks what the gateway serves to keys, of every service', async () => {
  const container = await testOf({ tests: { apiKey: { existingSecret: 'smoke' } } });
  const paths = container.env?.find(({ name }) => name === 'API_PATHS')?.value?.split(' ') ?? [];
  const rows = paths.map((path) => ROUTES.find((row) => row.method === 'GET' && `/api${row.path}` === path));
  expect(rows.map((row) => row?.auth)).toEqual(paths.map(() => 'key'));
  expect(rows.map((row) => row?.service).sort()).toEqual([...SERVICES].sort());
});

it('helm test does not wait for a Secret that nobody has made yet, since the key comes from what it tests', async () => {
  const container = await testOf({ tests: { apiKey: { existingSecret: 'smoke' } } });
  const reference = container.env?.find(({ name }) => name === 'API_KEY')?.valueFrom?.secretKeyRef;
  expect(reference).toEqual({ name: 'smoke', key: 'api-key', optional: true });
  expect(await run(container)).toBe(0);
  expect(asked).toEqual(['/health/ready', '/api/v1/usage']);
});
