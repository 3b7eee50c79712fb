import { brotliCompressSync } from 'node:zlib';
import { until } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Api } from '../../../harness/clients/api.js';
import { Operator } from '../../../harness/clients/operator.js';
import { accessOf, Respondent } from '../../../harness/clients/respondent.js';
import { makeClip } from '../../../harness/clip.js';
import type { PageBody, RecordingBody } from '../../../harness/organizations/capture-fixture.js';
import { Members, type SignedInAs } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const MOST_SCRIPT_BYTES = 180_000;
const RELEASE = 'You may show it.';

describe(`the console's pages (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let organizationId: string;
  let browser: Browser;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Console pages');
    browser = await launch();
  });

  afterAll(() => browser.close());

  const signedIn = (member: SignedInAs, path: string) =>
    ConsolePage.returning(browser, baseUrl, member, path);

  /** Whether the latest submission of a request has a track that can be played. */
  async function hasPlayable({ api }: SignedInAs, requestId: string): Promise<boolean> {
    const path = `/capture-requests/${requestId}/submissions`;
    const { body } = await api.call<PageBody<{ recordingId: string }>>('GET', path);
    const recordingId = body.data[0]?.recordingId;
    if (recordingId === undefined) return false;
    const recording = await api.call<RecordingBody>('GET', `/recordings/${recordingId}`);
    return recording.body.tracks.some(({ state }) => state === 'available');
  }

  it('a producer makes a request by hand, launches it, and plays the recording that came back', async () => {
    const producer = await members.add(organizationId, 'producer');
    const person = await signedIn(producer, '');
    const { page } = person;
    await person.heading('Requests');
    await page.getByRole('link', { name: 'New request' }).click();
    await person.heading('New request');
    expect(await person.violations()).toEqual([]);
    await page.getByLabel('Title').fill('The night library');
    await page.getByLabel('Question', { exact: true }).fill('Which evening do you remember?');
    await page.getByLabel('Release', { exact: true }).fill(RELEASE);
    await person.press('Create as a draft');
    await person.heading('The night library');
    await person.press('Launch');
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
    await page.getByText('So nobody can answer.').waitFor();
    await page.getByLabel('Add people, one a line').fill('Ada Okafor <ada@example.org>');
    await person.press('Add');
    const link = await page.getByLabel('Link of Ada Okafor', { exact: true }).inputValue();

    const respondent = new Respondent(new Api(baseUrl), accessOf(link));
    await respondent.submit({ bytes: await makeClip(1), durationSec: 1, releaseVersion: 'v1' });
    await until('the recording to be playable', () =>
      hasPlayable(producer, page.url().split('/').at(-1) ?? ''),
    );
    await page.reload();
    await page.getByText('Release accepted').click();
    await page.getByText(RELEASE).waitFor();
    await person.press('Play the recording of Ada Okafor');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
    expect(await person.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Page of the recording of Ada Okafor' }).click();
    await page.getByText('Ada Okafor, Camera', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Its request' }).click();
    await person.heading('The night library');

    await person.press('Change');
    await page.getByLabel('Title').fill('The library at night');
    await person.press('Save');
    await person.heading('The library at night');
    await person.press('Close');
    await person.press('Close for good');
    await page.getByText('Closed ·').waitFor();
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
    await person.press('Delete the request');
    await page.getByLabel('To confirm, type: delete').fill('delete');
    expect(await person.violations()).toEqual([]);
    await person.press('Delete for good');
    await person.heading('Requests');
    await page.getByRole('link', { name: 'The library at night' }).waitFor({ state: 'detached' });
    await person.close();
  });

  it('an admin makes a key that works and is shown once, rotates it, and revokes it by typing its name', async () => {
    const person = await signedIn(await members.add(organizationId, 'admin'), '/keys');
    const { page } = person;
    await person.heading('API keys');
    await person.press('Create a key');
    const form = page.getByRole('form', { name: 'Create a key' });
    await form.getByLabel('Name').fill('Importer');
    await form.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Choose at least one').waitFor();
    await form.getByLabel('capture_requests:read').check();
    await form.getByLabel('Works until').fill('2001-01-01T10:00');
    await form.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('expiresAt must lie in the future').waitFor();
    await form.getByLabel('Works until').fill('2099-01-01T10:00');
    expect(await person.violations()).toEqual([]);
    await form.getByRole('button', { name: 'Create a key' }).click();
    const text = page.getByLabel('The key “Importer”', { exact: true }).getByRole('textbox');
    const first = await text.inputValue();
    const statusOf = async (key: string) =>
      (await new Api(baseUrl, key).call('GET', '/v1/capture-requests')).status;
    expect(await statusOf(first)).toBe(200);
    await page.getByText('works until Jan 1, 2099').waitFor();
    expect(await person.violations()).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Revoke Importer' }).waitFor();
    expect(await page.content()).not.toContain(first);

    await person.press('Create a key');
    await person.press('Cancel');
    await person.isAt('Create a key');
    await person.press('Rotate Importer');
    await person.press('Make another text');
    const second = await text.inputValue();
    expect(second).not.toBe(first);
    expect(await Promise.all([statusOf(first), statusOf(second)])).toEqual([200, 200]);

    await person.press('Revoke Importer');
    const confirm = page.getByLabel('To confirm, type the name: Importer');
    await confirm.fill('Import');
    expect(await page.getByRole('button', { name: 'Revoke for good' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await confirm.press('Enter');
    expect(await statusOf(second)).toBe(200);
    await confirm.fill('Importer');
    await confirm.press('Enter');
    await page.getByText('· Revoked ·').waitFor();
    await until('both texts to be refused', async () => {
      const statuses = await Promise.all([statusOf(first), statusOf(second)]);
      return statuses.every((status) => status === 401);
    });
    await person.close();
  });

  it('shows each role what it may do, and says so at the address of a page that it may not see', async () => {
    const { api } = await members.add(organizationId, 'producer');
    const made = await api.call<{ id: string }>('POST', '/capture-requests', {
      body: { title: 'For each role', prompt: 'How was it?' },
    });
    const shown = async (role: 'owner' | 'admin' | 'producer' | 'viewer') => {
      const person = await signedIn(await members.add(organizationId, role), `/requests/${made.body.id}`);
      await person.heading('For each role');
      const places = await person.places();
      const launches = await person.page.getByRole('button', { name: 'Launch' }).count();
      await person.goto('/keys');
      await person.heading(role === 'owner' || role === 'admin' ? 'API keys' : 'You may not see this page');
      await person.close();
      return { places, launches };
    };
    const content = ['Requests', 'Sessions', 'Recordings'];
    const places = [
      ...[...content, 'API keys', 'Webhooks', 'Events', 'Usage', 'Plan'],
      ...['Members', 'Suppression list', 'Erase a person', 'Branding', 'Settings', 'Audit log'],
    ];
    const all = { places, launches: 1 };
    expect(await shown('owner')).toEqual(all);
    expect(await shown('admin')).toEqual(all);
    expect(await shown('producer')).toEqual({
      places: [...content, 'Usage', 'Plan', 'Settings'],
      launches: 1,
    });
    expect(await shown('viewer')).toEqual({ places: [...content, 'Usage', 'Plan', 'Settings'], launches: 0 });
  });

  it('keeps the address through the sign-in, a reload and the back button, and forgets everything on signing out', async () => {
    const { api, email } = await members.add(organizationId, 'producer');
    await api.call('POST', '/capture-requests', {
      body: { title: 'Kept as a draft', prompt: 'How was it?' },
    });
    const phone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
    const person = await ConsolePage.open(browser, baseUrl, phone);
    const { page } = person;
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.body());
    });
    await person.goto('/requests?status=draft');
    await person.heading('Sign in');
    expect(await person.violations()).toEqual([]);
    const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
    await person.signIn(email, 'not the password');
    await page.getByText('are wrong').waitFor();
    await person.signIn(email);
    const entry = page.getByRole('link', { name: 'Kept as a draft' });
    await entry.waitFor();
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await entry.click();
    await person.heading('Kept as a draft');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await page.reload();
    await person.heading('Kept as a draft');
    await page.goBack();
    await entry.waitFor();
    expect(new URL(page.url()).search).toBe('?status=draft');
    await page.getByLabel('Status').selectOption('closed');
    await entry.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?status=closed');
    await page.goto(`${baseUrl}/console/requests/new`);
    await page.getByLabel('Title').fill('Written while signed out elsewhere');
    await page.getByLabel('Question', { exact: true }).fill('How was it?');
    // Once the call is on its way: signing out ends the stream of changes too, and the form gives way at once.
    await page.route('**/console/api/capture-requests', async (route) => {
      await api.call('POST', '/sign-out-everywhere');
      await route.continue();
    });
    await person.press('Create as a draft');
    await person.heading('Sign in');
    await person.signIn(email);
    await person.heading('New request');
    expect(await page.getByLabel('Title').inputValue()).toBe('Written while signed out elsewhere');
    await person.press('Sign out');
    await person.heading('Sign in');
    await page.goBack();
    await person.heading('Sign in');
    await person.close();
  });
});
