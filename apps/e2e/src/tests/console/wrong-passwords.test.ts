import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { MODE, Product } from '../../harness/processes/product.js';

const HERE = '198.51.100.7';
const ELSEWHERE = '198.51.100.8';
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
});
