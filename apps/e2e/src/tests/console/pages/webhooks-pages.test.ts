import { until } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Operator } from '../../../harness/clients/operator.js';
import { answer, Receiver, verifySignature } from '../../../harness/clients/receiver.js';
import { Members, type SignedInAs } from '../../../harness/organizations/members.js';
import type { EndpointBody } from '../../../harness/organizations/webhook-organization.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
const CREATED = 'capture_request.created';

describe(`the console's pages of webhooks (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let organizationId: string;
  let admin: SignedInAs;
  let browser: Browser;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Console webhooks');
    admin = await members.add(organizationId, 'admin');
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });

  async function receiving(...args: Parameters<typeof Receiver.start>): Promise<Receiver> {
    const receiver = await Receiver.start(...args);
    receivers.push(receiver);
    return receiver;
  }

  async function endpoint({ url }: Receiver, events: string[]): Promise<EndpointBody> {
    const body = { url, events };
    return (await admin.api.call<EndpointBody>('POST', '/webhook-endpoints', { body })).body;
  }

  it('an admin adds an endpoint by hand, sees what it answers to a test, rotates its secret, and deletes it by typing its address', async () => {
    const receiver = await receiving();
    const person = await ConsolePage.returning(browser, baseUrl, admin, '/webhooks');
    const { page } = person;
    await person.heading('Webhooks');
    await person.press('Add an endpoint');
    const form = page.getByRole('form', { name: 'Add an endpoint' });
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByLabel('Every type, later ones included').uncheck();
    await person.press('Add the endpoint');
    await page.getByText('Choose at least one type.').waitFor();
    await form.getByLabel(CREATED).check();
    expect(await person.violations()).toEqual([]);
    await person.press('Add the endpoint');
    const shown = page.getByLabel('Signing secret', { exact: true }).getByRole('textbox');
    const first = await shown.inputValue();
    expect(await person.violations()).toEqual([]);
    await page.reload();
    const added = page.getByRole('link', { name: receiver.url });
    await added.waitFor();
    expect(await page.content()).not.toContain(first);
    await added.click();
    await person.heading(receiver.url);

    await person.press('Send a test event');
    await page.getByText('Delivered · 1 attempt · last answer 204').first().waitFor();
    const [tested] = receiver.deliveries;
    if (!tested) throw new Error('the receiver got nothing');
    expect(tested.event.type).toBe('ping');
    verifySignature(tested, first);
    await page.getByRole('link', { name: 'ping' }).waitFor();
    expect(await person.violations()).toEqual([]);

    await person.press('Rotate the secret');
    await page.getByLabel('The secret before').selectOption({ label: 'ends at once' });
    await person.press('Make another secret');
    const second = await shown.inputValue();
    await person.press('I have stored it');
    await person.press('Send a test event');
    const signedAnew = await until('the second test', () => receiver.deliveries[1]);
    verifySignature(signedAnew, second);
    expect(() => verifySignature(signedAnew, first)).toThrow();

    await person.press('Delete');
    const confirm = page.getByLabel('To confirm, type its address');
    await confirm.fill(receiver.url.slice(0, -1));
    const remove = page.getByRole('button', { name: 'Delete for good' });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await confirm.press('Enter');
    const path = `/webhook-endpoints/${page.url().split('/').at(-1)}`;
    expect((await admin.api.call('GET', path)).status).toBe(200);
    await confirm.fill(receiver.url);
    await confirm.press('Enter');
    await person.heading('Webhooks');
    await added.waitFor({ state: 'detached' });
    await person.close();
  });

  it('the answer to a failed attempt is shown as text, and the delivery arrives when it is sent again', async () => {
    const body = '<script>document.title = "hit"</script><img src=x onerror="document.title = 1">';
    const receiver = await receiving(answer(500, { 'content-type': 'text/html' }, body));
    const { id } = await endpoint(receiver, ['recording.completed']);
    const person = await ConsolePage.returning(browser, baseUrl, admin, `/webhooks/${id}`);
    const { page } = person;
    await page.getByLabel('Type of event').selectOption(CREATED);
    await person.press('Send a test event');
    await page.getByText('Failed · 1 attempt · last answer 500').first().waitFor();
    await page.getByRole('link', { name: 'What was answered' }).click();
    await person.heading(`Delivery of ${CREATED}`);
    await page.reload();
    const text = page.getByRole('region', { name: 'Answer to attempt 1' });
    expect(await text.textContent()).toBe(body);
    expect(await text.locator('*').count()).toBe(0);
    await page.getByText('The event is not in the log').waitFor();
    expect(await person.violations()).toEqual([]);
    receiver.respond = answer(200, {}, 'thanks');
    await person.press('Send again');
    await page.getByRole('region', { name: 'Answer to attempt 2' }).getByText('thanks').waitFor();
    await page.getByLabel('About the delivery').getByText('Delivered').waitFor();
    expect(receiver.webhookIds[0]).toBe(receiver.webhookIds[1]);

    await page.goto(`${baseUrl}/console/webhooks/${id}?status=succeeded`);
    const entry = page.getByRole('link', { name: CREATED });
    await entry.waitFor();
    await page.getByRole('img', { name: 'Delivered: 1, Pending: 0, Held: 0, Failed: 0' }).waitFor();
    await page.getByLabel('Period').selectOption('day');
    await page.getByText('As a table').press('Enter');
    const counted = page.getByRole('region', { name: 'As a table' }).getByRole('row').nth(1);
    expect((await counted.getByRole('cell').allTextContents()).slice(0, 4)).toEqual(['1', '0', '0', '0']);
    expect(await person.violations()).toEqual([]);
    await page.getByLabel('Status').selectOption('failed');
    await page.getByText('No deliveries with this status').waitFor();
    expect(new URL(page.url()).search).toBe('?status=failed');
    await person.close();
  });

  it('an event is found in the log and from its delivery, and a range of time is sent again after a confirmation', async () => {
    const receiver = await receiving();
    const { id } = await endpoint(receiver, [CREATED]);
    const person = await ConsolePage.returning(browser, baseUrl, admin, `/webhooks/${id}`, PHONE);
    const { page } = person;
    const asked = { title: 'An event', prompt: 'Why?' };
    const made = await admin.api.call<{ id: string }>('POST', '/capture-requests', { body: asked });
    const { event } = await receiver.event(CREATED, { captureRequestId: made.body.id });
    await page.reload();
    await page.getByRole('link', { name: CREATED }).click();
    await page.getByRole('link', { name: 'The event', exact: true }).click();
    const payload = page.getByRole('region', { name: 'Payload' });
    await payload.waitFor();
    expect(JSON.parse((await payload.textContent()) ?? '')).toEqual(event);
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await person.goto(`/events?type=${CREATED}`);
    await page.getByText(`Number ${event.sequence} ·`).waitFor();
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await page.getByLabel('Type').selectOption('session.opened');
    await page.getByText('No events of this type').waitFor();
    expect(new URL(page.url()).search).toBe('?type=session.opened');

    await person.goto(`/webhooks/${id}`);
    // What is still pending is not sent again.
    await page.getByText('Delivered · 1 attempt · last answer 204').waitFor();
    await page.getByLabel('From').fill('2020-01-01T00:00');
    await page.getByLabel('To, exclusive').fill('2100-01-01T00:00');
    await person.press('Send the range again…');
    expect(receiver.ids(CREATED).size).toBe(1);
    expect(receiver.deliveries).toHaveLength(1);
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await person.press('Send again');
    await page.getByText('1 delivery is queued.').waitFor();
    await until('the event to come again', () => receiver.deliveries.length > 1);
    expect(receiver.ids(CREATED)).toEqual(new Set([event.id]));

    await person.press('Disable');
    await person.press('Disable');
    await page.getByText('Disabled: by hand').waitFor();
    await person.press('Enable');
    await page.getByRole('button', { name: 'Send a test event' }).waitFor();
    await person.close();
  });

  it('a producer sees neither endpoints nor events', async () => {
    const producer = await members.add(organizationId, 'producer');
    const person = await ConsolePage.returning(browser, baseUrl, producer, '/webhooks');
    await person.heading('You may not see this page');
    expect(await person.places()).not.toContain('Webhooks');
    expect(await person.places()).not.toContain('Events');
    for (const path of ['/webhooks/whe_x', '/webhooks/whe_x/deliveries/dlv_x', '/events', '/events/evt_x']) {
      await person.goto(path);
      await person.heading('You may not see this page');
    }
    await person.close();
  });
});
