import { randomUUID } from 'node:crypto';
import { IdentityProviderServer, NameServer } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { Operator } from '../../harness/clients/operator.js';
import { Members } from '../../harness/organizations/members.js';
import { ConsolePage } from '../../harness/pages/console-page.js';
import { MODE, Product } from '../../harness/processes/product.js';

describe(`single sign-on that owners set up (${MODE})`, () => {
  const domain = `${randomUUID()}.example`;
  const records = new Map<string, string[]>();
  let names: NameServer;
  let product: Product;
  let provider: IdentityProviderServer;
  let browser: Browser;

  beforeAll(async () => {
    names = await NameServer.start(() => []);
    names.texts = (name) => records.get(name) ?? 'no name';
    // Its name servers are known when it starts, so it is none that other tests share.
    product = await Product.start({ CAPTURE_DOMAIN_DNS_SERVERS: names.address });
    provider = await IdentityProviderServer.start(`${product.baseUrl}/console/single-sign-on`);
    browser = await launch();
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await provider.stop();
    await product.remove();
    await names.stop();
  });

  it('an owner proves a domain by its TXT record and sets the identity provider; then a new person signs in through it', async () => {
    const { baseUrl } = product;
    const operator = new Operator(product.credentials);
    const organizationId = await operator.organization('team', 'Owners');
    const owner = await new Members(operator, baseUrl).add(organizationId, 'owner');
    const person = await ConsolePage.returning(browser, baseUrl, owner, '/settings');
    const { page } = person;
    await page.getByRole('link', { name: 'Set up single sign-on' }).click();
    await page.getByRole('heading', { name: 'Single sign-on', exact: true, level: 1 }).waitFor();
    await page.getByText('Prove a domain first.').waitFor();
    await page.getByLabel('Domain of mail addresses').fill(domain.toUpperCase());
    await person.press('Add the domain');
    const record = await page.getByRole('textbox', { name: `TXT record of ${domain}` }).inputValue();
    await person.press(`Verify ${domain}`);
    await page.getByText(`DNS has no such name: ${domain}.`).waitFor();
    expect(await person.faults()).toEqual([]);
    records.set(domain, ['v=spf1 -all', record]);
    await person.press(`Verify ${domain}`);
    await page.getByText(`${domain} is proven.`).waitFor();

    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client id').fill(provider.clientId);
    await page.getByLabel('Client secret').fill(provider.clientSecret);
    await page.getByLabel('Who is no member becomes one').selectOption('viewer');
    expect(await page.getByRole('textbox', { name: 'Redirect URI' }).inputValue()).toBe(
      `${baseUrl}/console/single-sign-on`,
    );
    await person.press('Save the provider');
    await page.getByText(`It signs in people with an address in: ${domain}.`).waitFor();
    expect(await page.getByLabel('Client secret').inputValue()).toBe('');
    expect(await person.faults()).toEqual([]);

    const email = `ada@${domain}`;
    provider.account = { id: email, email, verified: true };
    const newcomer = await ConsolePage.open(browser, baseUrl);
    await newcomer.goto('/recordings');
    await newcomer.page.getByLabel('E-mail address').fill(email);
    await newcomer.press('Continue with single sign-on');
    await newcomer.heading('Recordings');
  });
});
