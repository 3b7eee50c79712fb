import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NameServer } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';
import { People, signedOut } from '../fixtures/people.js';
import { SingleSignOn } from '../fixtures/single-sign-on.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' };
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a provider is asked for, by the name that its discovery document has for it. */
const ENDPOINTS = ['token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;
type Endpoint = (typeof ENDPOINTS)[number];

let service: AccountsUnderTest;
let acme: SingleSignOn;
beforeAll(async () => {
  service = await AccountsUnderTest.start({ CAPTURE_SSO_ALLOW_LOOPBACK: 'true' });
  const redirectUri = 'http://localhost:8080/console/single-sign-on';
  acme = await SingleSignOn.start(service, new People(service), redirectUri);
});
afterAll(async () => {
  await acme.stop();
  await service.stop();
});

async function listening(
  answer: (request: IncomingMessage) => { status: number; headers: object; body: object },
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status, headers, body } = answer(request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => new Promise<unknown>((resolve) => server.close(resolve));
  return { origin, asked, stop };
}

/** A provider that does all it should, but for where one of its endpoints is, or leads. */
async function provider(change: { at: Endpoint; how: 'elsewhere' | 'redirect'; to: string } | undefined) {
  let nonce = '';
  const own = await listening(({ url = '' }) => {
    const path = url.slice(1);
    const redirected = change?.how === 'redirect' && change.at === path;
    if (redirected) return { status: 307, headers: { location: change.to }, body: {} };
    return { status: 200, headers: {}, body: bodyOf(path) };
  });
  const place = (at: Endpoint) =>
    change?.how === 'elsewhere' && change.at === at ? change.to : `${own.origin}/${at}`;
  const bodyOf = (path: string): object => {
    if (path === 'token_endpoint')
      return { access_token: 'token', token_type: 'Bearer', id_token: idToken() };
    if (path === 'jwks_uri') return { keys: [KEY] };
    if (path === 'userinfo_endpoint')
      return { sub: 'subject', email: acme.address('ada'), email_verified: true };
    const authorization = { issuer: own.origin, authorization_endpoint: `${own.origin}/authorize` };
    return { ...authorization, ...Object.fromEntries(ENDPOINTS.map((at) => [at, place(at)])) };
  };
  const idToken = () => {
    const now = Math.floor(service.clock.now().getTime() / 1000);
    const claims = {
      iss: own.origin,
      sub: 'subject',
      aud: acme.provider.clientId,
      iat: now,
      exp: now + 60,
      nonce,
    };
    const signed = `${encoded({ alg: 'RS256', kid: 'key' })}.${encoded(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  return { ...own, sends: (value: string) => (nonce = value) };
}

async function finished(own: Awaited<ReturnType<typeof provider>>) {
  await acme.set({ issuer: own.origin, newMemberRole: 'viewer' });
  const { url, cookie } = await acme.browser();
  const sent = new URL(url).searchParams;
  own.sends(sent.get('nonce') ?? '');
  const answer = new URLSearchParams({ code: 'code', state: sent.get('state') ?? '' });
  return acme.finish(answer, cookie);
}

describe('every call to a provider goes through the guard of addresses', () => {
  it('whose provider says nothing of the kind signs people in', async () => {
    const own = await provider(undefined);
    expect((await finished(own)).status).toBe(201);
    expect(own.asked.map((path) => path.slice(1))).toEqual([
      '.well-known/openid-configuration',
      'token_endpoint',
      ...['jwks_uri', 'userinfo_endpoint'].filter((path) => own.asked.includes(`/${path}`)),
    ]);
    expect(own.asked).toHaveLength(4);
    await own.stop();
  });

  it.each(ENDPOINTS.flatMap((at) => (['elsewhere', 'redirect'] as const).map((how) => [at, how] as const)))(
    'its %s leads into a network (%s), and nothing there is called',
    async (at, how) => {
      const inside = await listening(() => ({ status: 200, headers: {}, body: { keys: [KEY] } }));
      // A redirect is followed to no place, not even to an allowed one; elsewhere it is a spelling that no setting allows.
      const to =
        how === 'redirect' ? inside.origin : inside.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]');
      const own = await provider({ at, how, to: `${to}/${at}` });
      const { status, body } = await finished(own);
      expect([status, body.code]).toEqual([403, 'single_sign_on_refused']);
      expect(inside.asked).toEqual([]);
      expect(own.asked).toContain(how === 'redirect' ? `/${at}` : '/.well-known/openid-configuration');
      await Promise.all([own.stop(), inside.stop()]);
    },
  );
});

describe('without the setting for development', () => {
  it('loopback is refused, and a name that comes to lead into a network after it was set', async () => {
    const names = await NameServer.start((_name, index) => [index === 0 ? '198.35.26.96' : '127.0.0.1']);
    const inside = await listening(() => ({ status: 200, headers: {}, body: {} }));
    const strict = await AccountsUnderTest.start({
      CAPTURE_SSO_DNS_SERVERS: names.address,
      CAPTURE_SSO_ALLOW_PORTS: `443,${new URL(inside.origin).port}`,
    });
    const port = new URL(inside.origin).port;
    const { id: org } = await strict.organization();
    const path = `/operator/v1/orgs/${org}/identity-provider`;
    const set = (issuer: string) => {
      const body = { issuer, clientId: 'capture', clientSecret: 'secret', domains: ['moved.example'] };
      return strict.refused('PUT', path, { body });
    };
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:7f00:1]', '2130706433'])
      for (const scheme of ['http', 'https'])
        expect((await set(`${scheme}://${host}:${port}`)).body.field).toBe('issuer');
    expect((await set(`https://moved.example:${port}`)).status).toBe(200);
    const begun = await strict.refused('POST', '/console/api/sign-in/single-sign-on', {
      ...signedOut,
      body: { email: 'ada@moved.example' },
    });
    expect([begun.status, begun.body.code]).toEqual([403, 'single_sign_on_refused']);
    expect(inside.asked).toEqual([]);
    await Promise.all([strict.stop(), names.stop(), inside.stop()]);
  });
});
