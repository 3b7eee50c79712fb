import { AppError, DEVICE_HEADER } from '@capture/contracts';
import { sendProblem } from '@capture/platform';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';

const ORIGIN = 'https://capture.example';
const SIGN_IN = '/console/api/sign-in';
const DEVICE = `${'D'.repeat(43)}.${'P'.repeat(43)}`;
const FULL = new AppError('service_unavailable', 'Full.', { retryAfterSec: 5 });

let harness: Harness;
let isFull = false;
const reached: { path: string; isKnown: boolean }[] = [];

beforeAll(async () => {
  harness = await startGateway(({ accounts }) =>
    accounts.all('/*', (request, reply) => {
      reached.push({ path: request.url, isKnown: request.headers[DEVICE_HEADER] !== undefined });
      if (!isFull) return reply.code(401).send({});
      return void sendProblem(FULL, ORIGIN, request, reply);
    }),
  );
});
afterAll(() => harness.close());

const post = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(harness.url + path, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
    body: '{}',
  });

it('while accounts has no room for a sign-in, others are refused here, and accounts is asked again after a second', async () => {
  expect((await post(SIGN_IN)).status).toBe(401);
  isFull = true;
  expect((await post(SIGN_IN)).status).toBe(503);
  isFull = false;
  reached.length = 0;
  const refused = await post(SIGN_IN);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 'service_unavailable' });
  expect(reached).toEqual([]);

  // What checks no password goes on.
  expect((await post('/console/api/sign-in/passkey')).status).toBe(401);
  // Only accounts can tell whether a browser is known: some are let through, and not as many as there are.
  const cookie = { cookie: `__Host-capture-device=${DEVICE}` };
  const known = await Promise.all(Array.from({ length: 40 }, () => post(SIGN_IN, cookie)));
  expect(known.filter(({ status }) => status === 401).length).toBe(20);
  expect(reached.filter(({ isKnown }) => isKnown).length).toBe(20);

  await until('accounts is asked again', async () => (await post(SIGN_IN)).status === 401);
});
