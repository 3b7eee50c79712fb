import { randomUUID } from 'node:crypto';
import { until } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Api } from '../../../harness/clients/api.js';
import { Operator } from '../../../harness/clients/operator.js';
import { accessOf, Respondent } from '../../../harness/clients/respondent.js';
import { makeClip } from '../../../harness/clip.js';
import type { PageBody } from '../../../harness/organizations/capture-fixture.js';
import { Members, type SignedInAs } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { picture } from '../../../harness/picture.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;

describe(`the console's pages of an organization (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let organizationId: string;
  let owner: SignedInAs;
  let browser: Browser;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Console organization');
    owner = await members.add(organizationId, 'owner');
    // The one that it was made with, whom nobody reaches.
    const { body } = await owner.api.call<PageBody<{ id: string }>>('GET', '/members');
    const founder = body.data.find(({ id }) => id !== owner.id);
    await owner.api.call('DELETE', `/members/${founder?.id}`);
    browser = await launch();
  });

  afterAll(() => browser.close());

  const signedIn = (member: SignedInAs, path: string, options = {}) =>
    ConsolePage.returning(browser, baseUrl, member, path, options);

  /** A page is without faults for assistive technology, and fits a phone. */
  async function expectSound(person: ConsolePage): Promise<void> {
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
  }

  /** The link of one person who is asked to record. */
  async function askedLink(email: string): Promise<string> {
    const body = { title: 'Asked', prompt: 'How was it?', status: 'active' };
    const made = await owner.api.call<{ id: string }>('POST', '/capture-requests', { body });
    const path = `/capture-requests/${made.body.id}/contacts`;
    const contacts = [{ email, name: 'Ada' }];
    const roster = await owner.api.call<{ data: { link: string }[] }>('POST', path, { body: { contacts } });
    return roster.body.data[0]?.link ?? '';
  }

  it('an owner invites a member, and a changed role holds at once; the last owner stays an owner, and the audit log names who did it', async () => {
    const producer = await members.add(organizationId, 'producer');
    const leaving = await members.add(organizationId, 'viewer');
    const email = `invited-${randomUUID()}@example.org`;
    const person = await signedIn(owner, '/members', PHONE);
    const { page } = person;
    const role = page.getByRole('form', { name: 'Change the role of' }).getByLabel('Role', { exact: true });
    const invite = page.getByRole('form', { name: 'Invite', exact: true });
    await invite.getByLabel('E-mail address').fill(email);
    await invite.getByLabel('Role').selectOption('viewer');
    await invite.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText(`${email} is invited by mail.`).waitFor();
    await page.getByText('Viewer · link works until').waitFor();
    await expectSound(person);
    await person.press(`Withdraw the invitation of ${email}`);
    await page.getByText('Nobody is invited at the moment.').waitFor();

    await person.press(`Change the role of ${producer.email}`);
    await role.selectOption('viewer');
    await person.press('Change the role');
    await page.getByText(`${producer.email} is now Viewer.`).waitFor();
    expect((await producer.api.call('GET', '/me')).status).toBe(401);
    const again = await members.signIn(producer.email);
    const request = { title: 'Refused', prompt: 'Why?' };
    expect((await again.call('POST', '/capture-requests', { body: request })).status).toBe(403);

    await person.press(`Remove ${leaving.email}`);
    await person.press('Remove');
    await page.getByText(`${leaving.email} is removed.`).waitFor();
    expect((await leaving.api.call('GET', '/me')).status).toBe(401);

    await person.press(`Change the role of ${owner.email}`);
    await role.selectOption('admin');
    await person.press('Change the role');
    await page.getByText('The last owner cannot become something else').waitFor();
    await expectSound(person);

    await page.getByRole('link', { name: `What ${owner.email} did` }).click();
    await person.heading('Audit log');
    expect(new URL(page.url()).search).toBe(`?actor=${owner.id}`);
    const entries = page.getByRole('listitem').filter({ hasText: `by ${owner.email} (you)` });
    const removal = entries.filter({ hasText: 'member.removed' }).filter({ hasText: leaving.id });
    await removal.waitFor();
    await page.getByLabel('Action').fill('member.role_changed');
    await person.press('Show these');
    await removal.waitFor({ state: 'detached' });
    await page.reload();
    const changed = entries.filter({ hasText: 'member.role_changed' });
    await changed.getByRole('link', { name: producer.email }).waitFor();
    await changed.getByText('Details').first().click();
    await expectSound(person);
    await person.press('Show all');
    await removal.waitFor();
    await person.close();
  });

  it('a pasted list shows which addresses are new, adds these to the suppression list, and who is removed can be asked again', async () => {
    const [known, added] = ['known', 'added'].map((name) => `${name}-${randomUUID()}@example.org`);
    if (!known || !added) throw new Error('two addresses');
    await owner.api.call('POST', '/suppressions', { body: { email: known, reason: 'bounced' } });
    const person = await signedIn(owner, '/suppressions', PHONE);
    const { page } = person;
    const pasted = page.getByLabel('Addresses, one a line');
    await pasted.fill(`${known.toUpperCase()}\n${added}\nnobody`);
    await page.getByText('1 new address. 1 is on the list already.').waitFor();
    await page.getByText('Without an address: line 3.').waitFor();
    await pasted.fill(`${known}\n${added}`);
    await page.getByLabel('Reason').selectOption('complained');
    await person.press('Add to the list');
    await page.getByText('1 address was added.').waitFor();
    const entry = page.getByRole('listitem').filter({ hasText: added });
    await entry.getByText('Complained').waitFor();
    await expectSound(person);
    expect(await askedLink(added)).toBe('');
    await person.press(`Remove ${added}`);
    await entry.getByRole('button', { name: 'Remove', exact: true }).click();
    await entry.waitFor({ state: 'detached' });
    await person.isAt('Suppression list');
    expect(await askedLink(added)).toContain('/r/');
    await person.close();
  });

  it('respondents see the name, colour and logo that are set by hand, and a colour that carries no white text is refused plainly', async () => {
    const { id, key: token } = accessOf(await askedLink(`branding-${randomUUID()}@example.org`));
    const seen = async () => {
      const path = `/v1/respond/contacts/${id}`;
      const answered = await new Api(baseUrl).get<{ organization: Record<string, string | null> }>(path, {
        token,
      });
      return answered.organization;
    };
    const person = await signedIn(owner, '/branding', PHONE);
    const { page } = person;
    await page.getByLabel('Name', { exact: true }).fill('Acme Research');
    await page.getByLabel('Show the name on a colour').check();
    await page.getByLabel('Colour', { exact: true }).fill('#ffff00');
    await person.press('Save');
    await page.getByText('White text cannot be read on this colour').waitFor();
    await page.getByLabel('Colour', { exact: true }).fill('#0b5fff');
    await page.getByRole('group', { name: 'Preview' }).getByText('Acme Research').waitFor();
    await person.press('Save');
    await page.getByText('It is saved.').waitFor();
    const buffer = picture('Ada');
    await page.getByLabel('Picture').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await person.press('Show this logo');
    await page.getByText('The logo is shown.').waitFor();
    await expectSound(person);
    const shown = page.getByRole('group', { name: 'Preview' }).locator('img');
    await until('the respondent to see it', async () => {
      const { name, colour, logoUrl } = await seen();
      return (
        name === 'Acme Research' && colour === '#0b5fff' && logoUrl === (await shown.getAttribute('src'))
      );
    });
    await person.press('Show no logo');
    await page.getByText('No logo is shown.').waitFor();
    await until('the respondent to see no logo', async () => (await seen())['logoUrl'] === null);
    await person.close();
  });

  it('a viewer sees what was collected against the allowance, and no page that their role does not include', async () => {
    const link = await askedLink(`usage-${randomUUID()}@example.org`);
    const respondent = new Respondent(new Api(baseUrl), accessOf(link));
    await respondent.submit({ bytes: await makeClip(2), durationSec: 2 });
    const viewer = await members.add(organizationId, 'viewer');
    const used = await until('the usage to be counted', async () => {
      const usage = await viewer.api.call<{ allowance: { used: number } }>('GET', '/usage');
      return usage.body.allowance.used;
    });
    const person = await signedIn(viewer, '/usage', PHONE);
    const { page } = person;
    await page.getByText(`${used} s of 1,000 h collected`).waitFor();
    await page.getByRole('row').getByRole('meter').first().waitFor();
    await expectSound(person);
    await page.getByLabel('Period', { exact: true }).selectOption({ label: 'The last 12 months' });
    await page.waitForURL('**/console/usage?by=month');
    await page.reload();
    await page
      .getByRole('rowheader', { name: /^\w+ \d{4}$/ })
      .first()
      .waitFor();
    await expectSound(person);
    const places = ['Requests', 'Sessions', 'Recordings', 'Usage', 'Plan', 'Settings'];
    expect(await person.places()).toEqual(places);
    for (const path of ['/members', '/suppressions', '/erasures', '/branding', '/audit']) {
      await person.goto(path);
      await person.heading('You may not see this page');
    }
    await person.close();
  });
});
