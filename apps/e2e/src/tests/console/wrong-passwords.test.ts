import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { Authenticator } from '../../harness/organizations/authenticator.js';
import { Members, PASSWORD } from '../../harness/organizations/members.js';
import { MODE, Product } from '../../harness/processes/product.js';

const HERE = '198.51.100.7';
const ELSEWHERE = '198.51.100.8';
const GUESSER = '198.51.100.9';
/** Failures for one person from one address, after which that address waits. */
const FAILURES = 10;

describe(`wrong passwords against one account (${MODE})`, () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.start({ CAPTURE_TRUSTED_PROXIES: '127.0.0.0/8,::1' });
  });
  afterAll(() => product.remove());

  const signIn = (address: string, password: string, cookie = '') =>
    new ConsoleApi(product.baseUrl).call('POST', '/sign-in', {
      body: { email: product.credentials.consoleEmail, password },
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    });

  it('hold back neither another network nor a browser that is known, and say how long to wait (scenario 78)', async () => {
    const right = product.credentials.consolePassword;
    const first = await signIn(HERE, right);
    expect(first.status).toBe(201);
    const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    const device = cookies.find((cookie) => cookie.includes('device')) ?? '';
    expect(device).not.toBe('');

    const statuses: number[] = [];
    for (let attempt = 0; attempt < FAILURES; attempt += 1)
      statuses.push((await signIn(HERE, 'not the right one')).status);
    expect(statuses).toEqual(statuses.map(() => 401));

    const stranger = await signIn(HERE, right);
    expect([stranger.status, Number(stranger.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await signIn(ELSEWHERE, right)).status).toBe(201);
    expect((await signIn(HERE, right, device)).status).toBe(201);
  });

  it('are joined by wrong codes of a second factor: with the right password no more of them are taken', async () => {
    const operator = new Operator(product.credentials);
    const members = new Members(operator, product.baseUrl);
    const { api, email } = await members.add(await operator.organization('team'), 'producer');
    const { phone } = await Authenticator.enabled(api, PASSWORD);

    const post = (path: string, body: object) =>
      new ConsoleApi(product.baseUrl).call<{ challenge: string }>('POST', path, {
        body,
        headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': GUESSER },
      });
    const { challenge } = (await post('/sign-in', { email, password: PASSWORD })).body;
    const finish = async (code: string) => (await post('/sign-in/second-factor', { challenge, code })).status;
    const statuses: number[] = [];
    // The sign-in itself counts until there is a code.
    for (let attempt = 1; attempt < FAILURES; attempt += 1) statuses.push(await finish('000000'));
    expect(statuses).toEqual(statuses.map(() => 400));
    expect(await finish(await phone.code())).toBe(429);
    expect((await post('/sign-in', { email, password: PASSWORD })).status).toBe(429);
  });
});
