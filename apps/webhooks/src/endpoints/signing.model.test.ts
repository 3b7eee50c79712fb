import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signAttempt } from './signing.model.js';

const body = '{"id":"evt_1","data":{"metadata":{"é":"\\u0000"}}}';

function accepts(secret: string, headers: object, text = body): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe('signatures', () => {
  it('are accepted by the official Standard Webhooks library', () => {
    for (let round = 0; round < 50; round += 1) {
      const secret = newSecret();
      expect(accepts(secret, signAttempt('evt_1', new Date(), body, [secret]))).toBe(true);
    }
  });

  it('equal the published example of the specification', () => {
    const at = new Date(1_614_265_330_000);
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signAttempt('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}', [secret]);
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('are made with every live secret, so that a receiver may hold the old or the new one', () => {
    const [fresh, old, stranger] = [newSecret(), newSecret(), newSecret()];
    const headers = signAttempt('evt_1', new Date(), body, [fresh, old]);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect([fresh, old, stranger].map((secret) => accepts(secret, headers))).toEqual([true, true, false]);
  });

  it.each([
    ['body', (headers: object): [object, string] => [headers, `${body} `]],
    ['id', (headers: object): [object, string] => [{ ...headers, 'webhook-id': 'evt_2' }, body]],
    [
      'timestamp',
      (headers: object): [object, string] => [
        { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 1) },
        body,
      ],
    ],
  ])('break when the %s is altered', (_what, alter) => {
    const secret = newSecret();
    const [headers, text] = alter(signAttempt('evt_1', new Date(), body, [secret]));
    expect(accepts(secret, headers, text)).toBe(false);
  });

  it('need a live secret', () => {
    expect(() => signAttempt('evt_1', new Date(), body, [])).toThrow('live secret');
  });

  it('use secrets of 256 random bits in the whsec_ form', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.toBe(secret);
  });
});
