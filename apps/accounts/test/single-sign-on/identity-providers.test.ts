import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProviderDto } from '../../src/identity-providers/provider.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { PASSWORD, People } from '../fixtures/people.js';
import { accountOf, SingleSignOn } from '../fixtures/single-sign-on.js';

let service: AccountsUnderTest;
let people: People;
let acme: SingleSignOn;

beforeAll(async () => {
  service = await AccountsUnderTest.start({ CAPTURE_SSO_ALLOW_LOOPBACK: 'true' });
  people = new People(service);
  acme = await SingleSignOn.start(service, people, 'http://localhost:8080/console/single-sign-on');
});
afterAll(async () => {
  await acme.stop();
  await service.stop();
});

/** A server that claims to be a provider. */
async function impostor(answer: (origin: string) => { status: number; body: string; location?: string }) {
  let asked = 0;
  const server: Server = createServer((_request, response) => {
    asked += 1;
    const { status, body, location } = answer(origin);
    const headers = { 'content-type': 'application/json', ...(location !== undefined && { location }) };
    response
      .on('error', () => undefined)
      .writeHead(status, headers)
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked: () => asked,
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}

describe('the identity provider of an organization', () => {
  it('is set, read and removed by operators; its secret is stored encrypted, and neither shown nor audited', async () => {
    const { status, body } = await acme.set({ domains: [acme.domain.toUpperCase(), acme.domain] });
    const { issuer, clientId, clientSecret } = acme.provider;
    const settings = { passwordAllowed: true, asksSecondFactor: false, newMemberRole: null };
    const shown = { issuer, clientId, domains: [acme.domain], ...settings, redirectUri: acme.redirectUri };
    expect([status, body]).toEqual([200, { ...shown, updatedAt: expect.any(String) }]);
    const read = await service.call<IdentityProviderDto>('GET', acme.path);
    expect(read.body).toEqual(body);
    const rows = await service.sql('SELECT * FROM identity_provider');
    const audit = await service.call('GET', `${ORGS}/${acme.org}/audit-log?action=identity_provider.set`);
    expect(audit.text).toContain(acme.domain);
    for (const text of [JSON.stringify(rows), read.text, audit.text])
      expect(text).not.toContain(clientSecret);
    expect((await service.call('DELETE', acme.path)).status).toBe(204);
    expect((await service.call('GET', acme.path)).status).toBe(404);
    expect((await service.call('DELETE', acme.path)).status).toBe(404);
    expect((await acme.begin()).body.code).toBe('not_found');
    await acme.set();
  });

  it.each([
    ['issuer', { issuer: 'not a URL' }],
    ['issuer', { issuer: 'http://id.acme.example' }],
    ['issuer', { issuer: 'https://10.0.0.1' }],
    ['issuer', { issuer: 'https://169.254.169.254' }],
    ['issuer', { issuer: 'https://id.internal' }],
    ['domains', { domains: [] }],
    ['domains', { domains: ['acme.example', 'ada@acme.example'] }],
    ['newMemberRole', { newMemberRole: 'owner' as 'viewer' }],
    ['newMemberRole', { newMemberRole: 'admin' as 'viewer' }],
  ])('is refused with a wrong %s: %j', async (field, changes) => {
    const { status, body } = await acme.set(changes);
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', field]);
  });

  it('is not found for an organization that is not there', async () => {
    const { clientId, clientSecret } = acme.provider;
    const issuer = 'http://127.0.0.1:1';
    const body = { issuer, clientId, clientSecret, domains: ['nobody.example'] };
    const path = `${ORGS}/org_01h455vb4pex5vsknk084sn02q/identity-provider`;
    expect((await service.call('PUT', path, { body })).status).toBe(404);
  });
});

describe('what an organization takes', () => {
  it('no passwords: those of its members sign in elsewhere alone, and sign-ins by them end', async () => {
    const email = acme.address('passwords');
    await acme.member(email);
    await people.setPassword(await people.tokenFor(acme.org, email), PASSWORD);
    const token = await people.signedIn(email, acme.org);
    const { signInId } = await people.principal(token);
    await acme.set({ passwordAllowed: false });
    expect(await people.resolve(token)).toBeNull();
    const [ended] = await service.eventsUntil(acme.org, 'sign_in.ended', 1);
    expect(ended?.data).toMatchObject({ signInId });
    for (const named of [{}, { organizationId: acme.org }]) {
      const { status, body } = await people.signIn({ email, password: PASSWORD, ...named });
      expect([status, body.code]).toEqual([403, 'single_sign_on_required']);
    }
    expect((await people.signIn({ email, password: 'another horse' })).status).toBe(401);
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    expect((await people.signIn({ email, password: PASSWORD })).body.organization.id).toBe(second);
    expect((await acme.visit(accountOf(email))).status).toBe(201);
    await acme.set();
    expect(await people.resolve(await people.signedIn(email, acme.org))).not.toBeNull();
  });

  it('no sign-in that a former provider vouched for, nor one that was on its way to it', async () => {
    const email = acme.address('moved');
    await acme.member(email);
    const account = accountOf(email);
    const [token, { url, cookie }] = [await acme.token(account), await acme.browser()];
    const answer = await acme.answer(account, url);
    const successor = await SingleSignOn.start(service, people, acme.redirectUri);
    await acme.set({ issuer: successor.provider.issuer });
    expect(await people.resolve(token)).toBeNull();
    const { body } = await acme.finish(answer, cookie);
    expect([body.code, body.detail]).toEqual([
      'single_sign_on_refused',
      expect.stringContaining('Begin again'),
    ]);
    await acme.set();
    await successor.stop();
    const again = await acme.token(account);
    await service.call('DELETE', acme.path);
    expect(await people.resolve(again)).toBeNull();
    await acme.set();
  });

  it('a sign-in that was stored by a process that did not know of the change is refused all the same', async () => {
    const email = acme.address('late');
    await acme.member(email);
    await people.setPassword(await people.tokenFor(acme.org, email), PASSWORD);
    const tokens = [await people.signedIn(email, acme.org), await acme.token(accountOf(email))];
    const set = (change: string) =>
      service.sql(`UPDATE identity_provider SET ${change} WHERE organization_id = $1`, acme.org);
    await set(`password_allowed = false, issuer = 'https://another.example'`);
    for (const token of tokens) expect(await people.resolve(token)).toBeNull();
    await acme.set();
  });
});

describe('a call to a provider', () => {
  it('does not follow redirects, and reads no endless answers', async () => {
    const target = await impostor((origin) => ({ status: 200, body: JSON.stringify({ issuer: origin }) }));
    const redirecting = await impostor(() => ({ status: 302, body: '', location: target.origin }));
    const endless = await impostor((origin) => ({
      status: 200,
      body: JSON.stringify({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        more: 'x'.repeat(300 * 1024),
      }),
    }));
    for (const { origin } of [redirecting, endless]) {
      await acme.set({ issuer: origin });
      expect((await acme.begin()).body.code).toBe('single_sign_on_refused');
    }
    expect([redirecting.asked(), endless.asked(), target.asked()]).toEqual([1, 1, 0]);
    await Promise.all([target, redirecting, endless].map(({ stop }) => stop()));
    await acme.set();
  });

  it('refuses a document of another issuer, and one whose URLs lead into a network', async () => {
    const tenant = await impostor(() => ({
      status: 200,
      body: JSON.stringify({ issuer: acme.provider.issuer }),
    }));
    const spelled = await impostor((origin) => ({
      status: 200,
      body: JSON.stringify({ issuer: `${origin}/`, authorization_endpoint: `${origin}/authorize` }),
    }));
    for (const { origin } of [tenant, spelled]) {
      await acme.set({ issuer: origin });
      expect((await acme.begin()).body.code).toBe('single_sign_on_refused');
    }
    await Promise.all([tenant, spelled].map(({ stop }) => stop()));
    const inside = await impostor(() => ({ status: 200, body: '{}' }));
    const inward = await impostor((origin) => ({
      status: 200,
      body: JSON.stringify({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        // Loopback in a spelling that no setting allows.
        token_endpoint: `${inside.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]')}/token`,
        jwks_uri: `${origin}/keys`,
      }),
    }));
    await acme.set({ issuer: inward.origin });
    const { url, cookie } = await acme.browser();
    const state = new URL(url).searchParams.get('state') ?? '';
    const finished = await acme.finish(new URLSearchParams({ code: 'code', state }), cookie);
    expect([finished.status, finished.body.code]).toEqual([403, 'single_sign_on_refused']);
    expect(inside.asked()).toBe(0);
    await Promise.all([inward, inside].map(({ stop }) => stop()));
    await acme.set();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'refuses a document by which browsers would go to %s',
    async (page) => {
      const hostile = await impostor((origin) => ({
        status: 200,
        body: JSON.stringify({ issuer: origin, authorization_endpoint: page }),
      }));
      await acme.set({ issuer: hostile.origin });
      expect((await acme.begin()).body.code).toBe('single_sign_on_refused');
      await hostile.stop();
      await acme.set();
    },
  );
});
