import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Api } from '../../../harness/clients/api.js';
import { Operator } from '../../../harness/clients/operator.js';
import { RoomParticipant } from '../../../harness/clients/room.js';
import { SignedInMember } from '../../../harness/clients/signed-in-member.js';
import { makeClip } from '../../../harness/clip.js';
import type { PageBody } from '../../../harness/organizations/capture-fixture.js';
import { Members } from '../../../harness/organizations/members.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const FAILED = {
  ...{ alreadyClosed: false, promotion: 'failed', savedCount: 0, recordingId: null },
  errorId: 'err_of_the_test',
};

describe(`the console's pages of sessions (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  const api = new Api(baseUrl);
  let organizationId: string;
  let browser: Browser;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Sessions pages');
    browser = await launch();
  });

  afterAll(() => browser.close());

  it('a producer opens a session, invites, removes a guest, sees what is stored, ends it and recovers its recording', async () => {
    const producer = await members.add(organizationId, 'producer');
    const phone = { viewport: { width: 320, height: 640 } };
    const person = await ConsolePage.returning(browser, baseUrl, producer, '/sessions', phone);
    const { page } = person;
    await page.getByText('No sessions yet').waitFor();
    await page.getByRole('button', { name: 'Open a session' }).dblclick();
    const joinUrl = await page.getByLabel('Link for guests', { exact: true }).inputValue();
    expect(await page.getByLabel('Link for the host', { exact: true }).inputValue()).toContain('/host/ses_');
    const opened = await producer.api.call<PageBody<{ id: string }>>('GET', '/sessions');
    expect(opened.body.data).toHaveLength(1);
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    await page.getByRole('link', { name: 'Its page' }).click();
    await page.getByText('Nobody has joined yet.').waitFor();
    const sessionId = page.url().split('/').at(-1) ?? '';
    await page.reload();

    // Nothing is pressed: the page asks by itself for who is there and what is stored.
    const grace = await RoomParticipant.guest(api, joinUrl, sessionId, 'Grace');
    await page.getByRole('button', { name: 'Remove Grace' }).waitFor();
    expect(await page.content()).not.toContain(new URL(joinUrl).searchParams.get('t'));
    const host = await RoomParticipant.host(api, new SignedInMember(producer.api), sessionId);
    const stage = await host.connect();
    stage.send({ type: 'take.start' });
    await page.getByText('Being recorded now').waitFor();
    stage.send({ type: 'take.stop' });
    await (await grace.upload(await makeClip(1), 1)).complete();
    await page.getByText('All stored').waitFor();
    stage.close();

    await person.press('Remove Grace');
    await person.press('Remove from the room');
    await page.getByText(/· Removed /).waitFor();
    await person.press('Make another link for guests');
    const second = await page.getByLabel('Link for guests', { exact: true }).inputValue();
    expect(second).not.toBe(joinUrl);
    await page.getByText('Nobody came with it').waitFor();
    expect(await person.violations()).toEqual([]);
    expect(await person.tooWide()).toEqual([]);
    const revoke = page.getByRole('button', { name: /^Revoke the link/ });
    await revoke.click();
    await revoke.waitFor({ state: 'detached' });
    await expect(RoomParticipant.guest(api, second, sessionId, 'Ada')).rejects.toThrow();

    const end = `**/console/api/sessions/${sessionId}/end`;
    await page.route(end, (route) => route.fulfill({ json: FAILED }));
    await person.press('End the session');
    await person.press('End for everybody');
    await page.getByText('The recording could not be made now.').waitFor();
    await page.getByText('For support: err_of_the_test').waitFor();
    await page.unroute(end);
    await person.press('Try again');
    await page.getByText('The recording was made.').waitFor();
    await page.getByText('Ended ·').waitFor();
    expect(await person.violations()).toEqual([]);
    await page.reload();
    await person.press('Find its recording');
    await page.getByRole('link', { name: 'Open the recording' }).click();
    await page.getByText('Grace, Camera', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Its session' }).click();
    await page.getByText('Ended ·').waitFor();
    await person.close();
  });

  it('show a viewer who is there, and offer nothing that a viewer may not do', async () => {
    const producer = new SignedInMember((await members.add(organizationId, 'producer')).api);
    const { session, joinUrl } = await producer.post<{ session: { id: string }; joinUrl: string }>(
      '/sessions',
    );
    await RoomParticipant.guest(api, joinUrl, session.id, 'Grace');
    const viewer = await members.add(organizationId, 'viewer');
    const person = await ConsolePage.returning(browser, baseUrl, viewer, `/sessions/${session.id}`);
    const { page } = person;
    await page.getByText('Grace', { exact: true }).waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await page.getByText('Invitations').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Enter as the host' }).count()).toBe(0);
    await page.getByRole('link', { name: 'All sessions' }).click();
    await person.heading('Sessions');
    expect(await page.getByRole('button', { name: 'Open a session' }).count()).toBe(0);
    await person.close();
  });
});
