import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { until } from '@capture/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Api } from '../../../harness/clients/api.js';
import { Operator } from '../../../harness/clients/operator.js';
import { accessOf, Respondent, sha256 } from '../../../harness/clients/respondent.js';
import { makeClip } from '../../../harness/clip.js';
import type {
  CaptureRequestBody,
  PageBody,
  RecordingBody,
} from '../../../harness/organizations/capture-fixture.js';
import { Members, type SignedInAs } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const PHONE = { viewport: { width: 320, height: 640 }, colorScheme: 'dark', timezoneId: 'UTC' } as const;
/** What a spreadsheet would work out. */
const FORMULA = '=HYPERLINK("https://example.org")';

describe(`the console's page of a request (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let organizationId: string;
  let producer: SignedInAs;
  let browser: Browser;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Requests pages');
    producer = await members.add(organizationId, 'producer');
    browser = await launch();
  });

  afterAll(() => browser.close());

  async function request(fields: object = {}): Promise<CaptureRequestBody> {
    const made = await producer.api.call<CaptureRequestBody>('POST', '/capture-requests', {
      body: {
        title: 'The night library',
        prompt: 'How was it?',
        status: 'active',
        openLink: true,
        ...fields,
      },
    });
    expect(made.status).toBe(201);
    return made.body;
  }

  const statusOf = async (link: string): Promise<number> => {
    const { kind, id, key } = accessOf(link);
    return (await new Api(baseUrl).call('GET', `/v1/respond/${kind}/${id}`, { token: key })).status;
  };

  it('replaces a link after a confirmation, of anybody and of one person, and removes a person; the former link stops at once', async () => {
    const { id, openLink } = await request();
    await producer.api.call('POST', `/capture-requests/${id}/contacts`, {
      body: { contacts: [{ name: 'Ada Okafor', email: 'ada@example.org' }] },
    });
    const person = await ConsolePage.returning(browser, baseUrl, producer, `/requests/${id}`, PHONE);
    const { page } = person;
    const replaced = async (label: string, action: string): Promise<[string, string]> => {
      const field = page.getByLabel(label, { exact: true });
      const before = await field.inputValue();
      await person.press(action);
      expect(await person.violations()).toEqual([]);
      expect(await person.tooWide()).toEqual([]);
      await person.press('Cancel');
      await person.isAt(action);
      expect(await statusOf(before)).toBe(200);
      await person.press(action);
      await person.press('Make another link');
      await until('another link to be shown', async () => (await field.inputValue()) !== before);
      return [before, await field.inputValue()];
    };
    const open = await replaced('Link for anybody', 'Replace the link for anybody');
    expect(open[0]).toBe(openLink?.url);
    const own = await replaced('Link of Ada Okafor', 'Replace the link of Ada Okafor');
    expect(await Promise.all([...open, ...own].map(statusOf))).toEqual([401, 200, 401, 200]);
    await person.press('Remove Ada Okafor');
    expect(await person.violations()).toEqual([]);
    await person.press('Remove for good');
    await page.getByText('Nobody is asked by a link of their own yet.').waitFor();
    await person.isAt('The night library');
    expect(await statusOf(own[1])).toBe(401);
    await person.close();
  });

  it('sets a deadline, keeps it to the second where the form leaves it, and clears it', async () => {
    const deadlineAt = '2099-05-31T16:00:42.000Z';
    const { id } = await request({ status: 'draft', deadlineAt });
    const stored = async () =>
      (await producer.api.call<{ deadlineAt: string | null }>('GET', `/capture-requests/${id}`)).body
        .deadlineAt;
    const person = await ConsolePage.returning(browser, baseUrl, producer, `/requests/${id}`, PHONE);
    const { page } = person;
    const save = async (title: string, deadline?: string) => {
      await person.press('Change');
      await page.getByLabel('Title').fill(title);
      if (deadline !== undefined) await page.getByLabel('Open until').fill(deadline);
      await person.press('Save');
    };
    await save('Another title');
    await person.heading('Another title');
    expect(await stored()).toBe(deadlineAt);
    await save('Over before it began', '2001-01-01T10:00');
    await page.getByText('deadlineAt must be in the future').waitFor();
    expect(await person.violations()).toEqual([]);
    await page.getByLabel('Open until').fill('2098-01-01T10:00');
    await person.press('Save');
    await page.getByText('Open until Jan 1, 2098, 10:00').waitFor();
    expect(await stored()).toBe('2098-01-01T10:00:00.000Z');
    await save('For good', '');
    await person.heading('For good');
    expect(await stored()).toBeNull();
    expect(await page.getByText('Open until').count()).toBe(0);
    await person.close();
  });

  it('leaves a release that is only shown as it is, to the last line break, where something else is changed', async () => {
    const release = { required: false, text: 'You may\r\nshow it. ' };
    const { id } = await request({ status: 'draft', release });
    const person = await ConsolePage.returning(browser, baseUrl, producer, `/requests/${id}`, PHONE);
    await person.press('Change');
    await person.page.getByLabel('Title').fill('Another title');
    await person.press('Save');
    await person.heading('Another title');
    const { body } = await producer.api.call<CaptureRequestBody>('GET', `/capture-requests/${id}`);
    expect(body.release).toEqual({ ...release, version: 'v1' });
    await person.close();
  });

  it('shows beside the form what people will see, and finds a request by a part of its title, with the search in the address', async () => {
    const title = `Findable ${randomUUID()}`;
    const person = await ConsolePage.returning(browser, baseUrl, producer, '/requests/new', PHONE);
    const { page } = person;
    const preview = page.getByRole('region', { name: 'What people will see' });
    await preview.getByText('Up to 5 minutes').waitFor();
    for (const standsFor of ['Title', 'Question'])
      expect(await preview.getByText(standsFor, { exact: true }).count()).toBe(1);
    await page.getByLabel('Longest recording').fill('');
    await preview.getByText('Up to').waitFor({ state: 'detached' });
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Question', { exact: true }).fill('How was your day?');
    await page.getByLabel('Longest recording').fill('2');
    await page.getByLabel('Release', { exact: true }).fill('You may show it.');
    for (const text of [title, 'How was your day?', 'Up to 2 minutes', 'You may show it.'])
      await preview.getByText(text).waitFor();
    // A look at another page costs nothing that was written.
    await page.getByRole('navigation').getByRole('link', { name: 'Usage' }).click();
    await person.heading('Usage');
    await page.goBack();
    for (const text of [title, 'How was your day?', 'Up to 2 minutes', 'You may show it.'])
      await preview.getByText(text).waitFor();
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('How was your day?');
    await page.getByLabel('Release', { exact: true }).fill('');
    await preview.getByText('You may show it.').waitFor({ state: 'detached' });
    expect(await preview.getByRole('heading', { name: 'Release' }).count()).toBe(0);
    expect(await person.faults()).toEqual([]);
    await person.press('Create as a draft');
    await person.heading(title);

    await page.getByRole('link', { name: 'All requests' }).click();
    const search = page.getByLabel('Search by title');
    await search.fill(title.toUpperCase().slice(2));
    await page.getByText('1 request found.').waitFor();
    await page.getByLabel('Status').selectOption('closed');
    await page.getByText('No title has this text in it').waitFor();
    expect(new URL(page.url()).searchParams.get('title')).toBe(title.toUpperCase().slice(2));
    expect(await person.faults()).toEqual([]);
    await page.goBack();
    await page.reload();
    await page.getByRole('link', { name: title }).waitFor();
    expect(await search.inputValue()).toBe(title.toUpperCase().slice(2));
    await search.fill('');
    await page.getByText('1 request found.').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    // Longer than a title: the address may come from anywhere.
    await person.goto(`/requests?title=${'x'.repeat(300)}`);
    await page.getByText('No title has this text in it').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('link', { name: title }).waitFor();
    expect(await search.inputValue()).toBe('');
    await person.close();
  });

  it('shows what others change without being asked again, and gives way to the sign-in when that ends elsewhere', async () => {
    const { id } = await request();
    const other = await members.add(organizationId, 'viewer');
    const person = await ConsolePage.returning(browser, baseUrl, other, `/requests/${id}`, PHONE);
    const { page } = person;
    const listening = page.waitForResponse('**/console/api/changes?*');
    await page.reload();
    expect((await listening).status()).toBe(200);
    await page.getByText('Open · At most').waitFor();
    await producer.api.call('POST', `/capture-requests/${id}/close`);
    await page.getByText('Closed · At most').waitFor();
    await other.api.call('POST', '/sign-out-everywhere');
    await page.getByLabel('E-mail address').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/requests/${id}`);
    await person.close();
  });

  it('saves submissions as CSV without a formula, and of each its file and the signed evidence of its consent', async () => {
    const { id, openLink } = await request({ release: { required: true, text: 'You may show it.' } });
    const clip = await makeClip(1);
    const visitor = new Respondent(new Api(baseUrl), accessOf(openLink?.url ?? ''));
    const submissionId = await visitor.submit({
      ...{ bytes: clip, durationSec: 1, displayName: FORMULA, releaseVersion: 'v1' },
    });
    await until('the recording to have arrived', async () => {
      const list = await producer.api.call<PageBody<{ recordingId: string }>>(
        ...(['GET', `/capture-requests/${id}/submissions`] as const),
      );
      const recordingId = list.body.data[0]?.recordingId;
      if (recordingId === undefined) return false;
      const recording = await producer.api.call<RecordingBody>('GET', `/recordings/${recordingId}`);
      return recording.body.tracks.some(({ state }) => state === 'available');
    });
    const person = await ConsolePage.returning(browser, baseUrl, producer, `/requests/${id}`, PHONE);
    const { page } = person;
    const saved = async (button: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), person.press(button)]);
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    const table = (await saved('Save the list as CSV')).bytes.toString().trim().split('\r\n');
    const header = 'id,createdAt,displayName,durationSec,viaOpenLink,contactId,recordingId,footageExpiredAt,';
    expect(table).toEqual([
      `${header}previousTakeAt,releaseVersion,releaseAcceptedAt,releaseAcceptedBy`,
      expect.stringMatching(new RegExp(`^${submissionId},.*,"'=HYPERLINK\\(""https:.*""\\)",1,true,`)),
    ]);
    const evidence = await saved(`Save the evidence of ${FORMULA}`);
    expect(evidence.name).toBe(`${submissionId}-evidence.json`);
    const { record } = JSON.parse(evidence.bytes.toString()) as {
      record: { submissionId: string; take: { sha256: string } };
    };
    const file = await saved(`Download the recording of ${FORMULA}`);
    expect([record.submissionId, record.take.sha256, sha256(file.bytes)]).toEqual([
      submissionId,
      sha256(clip),
      sha256(clip),
    ]);
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await person.close();

    const viewer = await members.add(organizationId, 'viewer');
    const watching = await ConsolePage.returning(browser, baseUrl, viewer, `/requests/${id}`);
    await watching.page.getByRole('button', { name: /^Save the evidence/ }).waitFor();
    expect(await watching.page.getByRole('button', { name: /^(Download|Replace)/ }).count()).toBe(0);
    await watching.close();
  });
});
