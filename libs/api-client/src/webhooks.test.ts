import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { CaptureWebhookError, verifyWebhook } from './webhooks.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const NOW = new Date('2026-01-31T12:00:00.000Z');
const ID = 'evt_01k9z3m5q7e8r9tavbwcndyezf';
const BODY = JSON.stringify({
  id: ID,
  type: 'capture_request.closed',
  timestamp: '2026-01-31T12:00:00.000Z',
  apiVersion: 'v1',
  organizationId: 'org_01k9z3m5q7e8r9tavbwcpdyezf',
  sequence: 7,
  data: {
    captureRequestId: 'crq_01k9z3m5q7e8r9tavbwcadyezf',
    metadata: { name: 'Zoë' },
    reason: 'deadline_passed',
  },
});

/** Headers as the reference implementation of Standard Webhooks signs them. */
const signed = (secret = SECRET, at = NOW, body = BODY): Record<string, string> => ({
  'webhook-id': ID,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(ID, at, body),
});

const secondsLater = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const refusal = async (verification: Promise<unknown>): Promise<string> => {
  const error: unknown = await verification.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CaptureWebhookError);
  return (error as CaptureWebhookError).reason;
};

describe('verifyWebhook', () => {
  it('accepts what the reference implementation signed and narrows the event by its type', async () => {
    const event = await verifyWebhook(BODY, signed(), SECRET, { now: NOW });
    expect(event).toEqual(JSON.parse(BODY));
    if (event.type === 'capture_request.closed')
      expectTypeOf(event.data.reason).toEqualTypeOf<
        'deadline_passed' | 'closed_by_api' | 'closed_by_member'
      >();
  });

  it('takes the body as bytes and the headers of fetch, of Node, and in any case', async () => {
    const bytes = new TextEncoder().encode(BODY);
    const headers = signed();
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const given of [headers, new Headers(headers), upper])
      expect((await verifyWebhook(bytes, given, SECRET, { now: NOW })).id).toBe(ID);
  });

  it('accepts either secret while one replaces the other', async () => {
    const headers = signed();
    const older = signed(OLD_SECRET)['webhook-signature'];
    const both = { ...headers, 'webhook-signature': `${older} ${headers['webhook-signature']}` };
    for (const secrets of [SECRET, OLD_SECRET, [SECRET, OLD_SECRET]])
      expect((await verifyWebhook(BODY, both, secrets, { now: NOW })).id).toBe(ID);
  });

  it('refuses another body, id, time or secret', async () => {
    const headers = signed();
    const cases: [string, Record<string, string>, string][] = [
      [BODY.replace('deadline_passed', 'closed_by_api'), headers, SECRET],
      [`${BODY} `, headers, SECRET],
      [BODY, { ...headers, 'webhook-id': 'evt_01k9z3m5q7e8r9tavbwcndyezg' }, SECRET],
      [BODY, { ...headers, 'webhook-timestamp': String(NOW.getTime() / 1000 + 1) }, SECRET],
      [BODY, headers, OLD_SECRET],
    ];
    for (const [body, given, secret] of cases)
      expect(await refusal(verifyWebhook(body, given, secret, { now: NOW }))).toBe('bad_signature');
  });

  it.each([
    'v1,',
    'v1,!!!',
    'v1,AAAA',
    'v2,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    'v1a,AAAA',
    ',',
    'garbage',
    '  ',
  ])('refuses the signature %o', async (signature) => {
    const headers = { ...signed(), 'webhook-signature': signature };
    expect(await refusal(verifyWebhook(BODY, headers, SECRET, { now: NOW }))).toBe('bad_signature');
  });

  it('refuses a delivery outside the tolerance, early or late, and accepts one at its edge', async () => {
    const verify = (now: Date, toleranceSec?: number): Promise<unknown> =>
      verifyWebhook(BODY, signed(), SECRET, { now, ...(toleranceSec === undefined ? {} : { toleranceSec }) });
    for (const seconds of [300, -300]) await verify(secondsLater(seconds));
    for (const seconds of [301, -301]) expect(await refusal(verify(secondsLater(seconds)))).toBe('stale');
    expect(await refusal(verify(secondsLater(11), 10))).toBe('stale');
  });

  it('refuses a time that is no number and names a header that is missing', async () => {
    for (const time of ['soon', '1e9', '-1', '0x10']) {
      const headers = { ...signed(), 'webhook-timestamp': time };
      expect(await refusal(verifyWebhook(BODY, headers, SECRET, { now: NOW }))).toBe('stale');
    }
    for (const name of Object.keys(signed())) {
      const headers = { ...signed(), [name]: undefined };
      expect(await refusal(verifyWebhook(BODY, headers, SECRET, { now: NOW }))).toBe('missing_header');
    }
  });

  it('calls a secret that is none the mistake of its caller', async () => {
    for (const secret of ['', 'whsec_', 'whsec_!!!'])
      await expect(verifyWebhook(BODY, signed(), secret, { now: NOW })).rejects.toBeInstanceOf(TypeError);
  });
});
