import { MailServer, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../harness/clients/api.js';
import { ConsoleApi, type SignedIn } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { MODE, Product } from '../../harness/processes/product.js';

const PASSWORD = 'correct horse battery staple';
const OTHER = 'another horse entirely';
/** Longer than the lease of a mail that a killed process was about to send. */
const ARRIVAL_MS = 150_000;

describe(`mail (${MODE})`, () => {
  const mails = new MailServer();
  let product: Product;
  let operator: Operator;
  let anonymous: ConsoleApi;
  let people = 0;

  beforeAll(async () => {
    await mails.start();
    product = await Product.start({
      CAPTURE_SMTP_URL: mails.url,
      CAPTURE_SMTP_ALLOW_PLAIN: 'true',
      CAPTURE_MAIL_FROM: 'Capture <capture@example.org>',
    });
    operator = new Operator(product.credentials);
    anonymous = new ConsoleApi(product.baseUrl);
  }, 300_000);
  afterAll(async () => {
    await product.remove();
    await mails.stop();
  });

  const newEmail = (): string => `mail-${(people += 1)}@example.org`;

  /** The admin of a new organization. */
  async function admin(name: string): Promise<ConsoleApi> {
    const members = `/orgs/${await operator.organization('platform', name)}/members`;
    const email = newEmail();
    const { id } = await operator.call<{ id: string }>('POST', members, { email, role: 'admin' });
    const { link } = await operator.call<{ link: string }>('POST', `${members}/${id}/password-link`, {});
    const body = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
    await anonymous.call('POST', '/set-password', { body });
    return anonymous.signedIn({ email, password: PASSWORD });
  }

  /** The links that were mailed to that address, oldest first, once there are `count`. */
  async function linksTo(email: string, count = 1): Promise<URL[]> {
    const links = (): URL[] =>
      mails.taken
        .filter(({ to }) => to.includes(email))
        .flatMap(({ text }) => text.match(/http:\S+/g) ?? [])
        .map((link) => new URL(link));
    await until(`${count} mails to ${email}`, () => links().length >= count, ARRIVAL_MS);
    return links();
  }

  const tokenOf = (link: URL | undefined): string => link?.searchParams.get('t') ?? '';
  const invite = (as: ConsoleApi, email: string, role = 'producer') =>
    as.call<ProblemBody>('POST', '/invitations', { body: { email, role } });
  const accept = (token: string, chosen: object = {}) =>
    anonymous.call<ProblemBody>('POST', '/accept-invitation', { body: { token, ...chosen } });
  const canSignIn = async (email: string, password: string): Promise<boolean> =>
    (await anonymous.call('POST', '/sign-in', { body: { email, password } })).status === 201;

  it('an invitation goes to its person alone, who becomes a member by its link', async () => {
    const inviter = await admin('Acme');
    const email = newEmail();
    const { status, body } = await invite(inviter, email, 'viewer');
    const [link] = await linksTo(email);
    expect([status, link?.origin, link?.pathname]).toEqual([201, product.baseUrl, '/console/invitation']);
    const shown = JSON.stringify([body, (await inviter.call('GET', '/invitations')).body]);
    expect(shown).not.toContain(tokenOf(link));
    expect((await fetch(link ?? '')).status).toBe(200);
    expect((await accept(tokenOf(link), { name: 'Ada', password: PASSWORD })).status).toBe(204);
    const ada = await anonymous.signedIn({ email, password: PASSWORD });
    expect((await ada.call<SignedIn>('GET', '/me')).body).toMatchObject({
      member: { email, name: 'Ada', role: 'viewer' },
      organization: { name: 'Acme' },
    });
    expect((await accept(tokenOf(link))).body.code).toBe('link_expired');
  });

  it('two organizations that share a person: neither admin gets at the password, nor at sign-ins to the other', async () => {
    const [first, second] = [await admin('First'), await admin('Second')];
    const email = newEmail();
    await invite(first, email);
    await accept(tokenOf((await linksTo(email))[0]), { name: 'Ada', password: PASSWORD });
    const there = await anonymous.signedIn({ email, password: PASSWORD });
    const answers = [await invite(second, email)];
    const token = tokenOf((await linksTo(email, 2))[1]);
    expect((await accept(token, { name: 'Eve', password: OTHER })).body.code).toBe('conflict');
    expect((await accept(token)).status).toBe(204);
    await anonymous.call('POST', '/forgot-password', { body: { email } });
    const reset = tokenOf((await linksTo(email, 3))[2]);
    answers.push(await second.call('GET', '/invitations'));
    expect(JSON.stringify(answers)).not.toMatch(new RegExp(`${token}|${reset}|console/`));
    expect((await there.call('GET', '/me')).status).toBe(200);
    expect([await canSignIn(email, PASSWORD), await canSignIn(email, OTHER)]).toEqual([true, false]);
  });

  it('a forgotten password is answered alike for everybody, and replaced by the link of the mail', async () => {
    const inviter = await admin('Reset');
    const email = newEmail();
    await invite(inviter, email);
    await accept(tokenOf((await linksTo(email))[0]), { name: 'Ada', password: PASSWORD });
    const before = await anonymous.signedIn({ email, password: PASSWORD });
    const unknown = newEmail();
    for (const each of [unknown, email]) {
      const { status, body } = await anonymous.call('POST', '/forgot-password', { body: { email: each } });
      expect([status, body]).toEqual([204, undefined]);
    }
    const link = (await linksTo(email, 2))[1];
    expect(link?.pathname).toBe('/console/welcome');
    const body = { token: tokenOf(link), password: OTHER };
    expect((await anonymous.call('POST', '/set-password', { body })).status).toBe(204);
    expect((await before.call('GET', '/me')).status).toBe(401);
    expect([await canSignIn(email, PASSWORD), await canSignIn(email, OTHER)]).toEqual([false, true]);
    expect(mails.taken.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it('while the mail server is away calls are answered; the mails arrive when it is back, also after a crash', async () => {
    const inviter = await admin('Away');
    await mails.stop();
    const email = newEmail();
    expect((await invite(inviter, email)).status).toBe(201);
    await until('an attempt', async () => (await product.log()).includes('a mail was not sent'), ARRIVAL_MS);
    if (MODE === 'standalone') {
      await product.kill('standalone');
      await product.stop();
      await product.up();
    } else await product.kill('accounts');
    await mails.start();
    const [link] = await linksTo(email);
    await until('the service', async () => (await accept('nothing')).status === 401, ARRIVAL_MS);
    expect((await accept(tokenOf(link), { name: 'Ada', password: PASSWORD })).status).toBe(204);
    expect(await canSignIn(email, PASSWORD)).toBe(true);
  }, 400_000);

  it('the log holds neither links nor addresses of mails', async () => {
    const log = await product.log();
    const secrets = mails.taken.flatMap(({ text, to }) => [...to, ...(text.match(/t=[\w-]{43}/g) ?? [])]);
    expect(secrets.length).toBeGreaterThan(4);
    for (const secret of secrets) expect(log).not.toContain(secret.replace('t=', ''));
  });
});
