import { until } from '@capture/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { RoomParticipant, type OpenedRoom } from '../../harness/clients/room.js';
import { SignedInMember } from '../../harness/clients/signed-in-member.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { violationsOf } from '../../harness/pages/page-checks.js';
import { newDevice, RoomPage } from '../../harness/pages/room-page.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

describe(`trouble in a room’s pages (${MODE})`, () => {
  const { credentials } = sharedProduct();
  let browser: Browser;
  let fixture: CaptureFixture;
  let member: SignedInMember;

  beforeAll(async () => {
    browser = await launch();
    fixture = await CaptureFixture.create(credentials);
    member = await SignedInMember.owner(credentials);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await fixture.clear();
  });

  const opened = (): Promise<OpenedRoom> => fixture.api.post<OpenedRoom>('/v1/sessions');
  const guest = async (joinUrl: string, context?: BrowserContext): Promise<RoomPage> =>
    RoomPage.guest(context ?? (await newDevice(browser)), joinUrl, 'Grace');
  const host = async (room: OpenedRoom) =>
    (await RoomParticipant.host(fixture.api, member, room.session.id)).connect();

  it('a page that dies in mid-take loses nothing durable, and the person goes on where they were', async () => {
    const room = await opened();
    const stage = await host(room);
    const context = await newDevice(browser);
    const before = await guest(room.joinUrl, context);
    await before.enter();
    stage.send({ type: 'take.start' });
    await before.records(1, 3);
    await before.keepsSomething();
    const elsewhere = await guest(new URL('/', room.joinUrl).href, context);
    const letGo = await elsewhere.takesOverLock();
    await before.crash();

    // Nobody is asked for a name or a click: the room is recording.
    const after = await guest(room.joinUrl, context);
    await after.inside();
    // A browser may free the locks of a page only a while after it has died.
    await letGo();
    await after.records(1, 6);
    stage.send({ type: 'take.stop' });
    await after.isSafe();
    stage.send({ type: 'session.end' });
    await after.heading('The room has ended');
    const sessionId = room.session.id;
    const { recordingId } = (await fixture.receiver.event('session.ended', { sessionId })).event.data;
    const tracks = await until(
      'both tracks',
      async () => {
        const { tracks: all } = await fixture.recording(String(recordingId));
        const available = all.filter(({ state }) => state === 'available');
        if (available.length !== 2) throw new Error(all.map(({ state }) => state).join());
        return available;
      },
      60_000,
      // A key's budget is 600 reads a minute.
      500,
    );
    expect(tracks.map(({ captureManifest }) => !!captureManifest['recovery']).sort()).toEqual([false, true]);
  });

  it('who leaves in mid-take is asked to keep the tab open, and the screen stays on, until all of it is sent', async () => {
    const room = await opened();
    const stage = await host(room);
    const context = await newDevice(browser);
    // A headless browser has no screen to keep on, so the lock is a fake.
    await context.addInitScript(countScreenLocks);
    let send = (): void => undefined;
    const mayBeSent = new Promise<void>((resolve) => (send = resolve));
    await context.route(
      (url) => /\/rooms\/.*\/tracks/.test(url.pathname),
      (route) => mayBeSent.then(() => route.continue()),
    );
    const grace = await guest(room.joinUrl, context);
    await grace.enter();
    stage.send({ type: 'take.start' });
    await grace.records(1, 2);
    await grace.button('Leave').click();
    await grace.heading('You have left the room');
    const { page } = grace;
    const keepOpen = page.locator('.safety', { hasText: 'Keep this tab open' });
    await keepOpen.waitFor();
    await page.getByRole('list', { name: 'Your tracks' }).waitFor();
    expect(await keepOpen.isVisible()).toBe(true);
    const locks = () => page.evaluate(() => (window as unknown as { screenLocks: number }).screenLocks);
    const isAsked = () =>
      page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect([await locks(), await isAsked()]).toEqual([1, true]);
    send();
    await grace.isSafe();
    await until('the screen to be let go', async () => (await locks()) === 0);
    expect(await isAsked()).toBe(false);
  });

  it('new lines of the chat scroll its list to the last one, and never the page', async () => {
    const room = await opened();
    const stage = await host(room);
    const grace = await guest(
      room.joinUrl,
      await newDevice(browser, { viewport: { width: 390, height: 640 } }),
    );
    await grace.enter();
    const { page } = grace;
    const log = page.getByRole('log', { name: 'Messages' });
    // More than the list has room for.
    for (let line = 1; line <= 20; line += 1) stage.send({ type: 'chat', text: `Line ${line}` });
    await log.getByText('Line 20', { exact: true }).waitFor();
    const left = () => log.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
    await until('the last line', async () => (await left()) < 2);
    expect(await log.evaluate((list) => list.scrollTop)).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('says why a link does not lead into a room, and what to do', async () => {
    const room = await opened();
    const { origin, pathname } = new URL(room.joinUrl);
    await (await guest(origin + pathname)).heading('This link is incomplete');
    const wrong = await guest(`${origin}${pathname}?t=${'x'.repeat(43)}`);
    await wrong.tryToEnter();
    await wrong.heading('This invitation no longer works');
    await fixture.api.expect(200, 'POST', `/v1/sessions/${room.session.id}/end`);
    const late = await guest(room.joinUrl);
    await late.tryToEnter();
    await late.heading('This room has ended');
    const firefox = await newDevice(browser, { userAgent: 'Mozilla/5.0 (X11; rv:140.0) Firefox/140.0' });
    await (await guest(room.joinUrl, firefox)).heading('This browser cannot record');
  });

  it('turns people away from a full room, and tells those who are removed or came twice', async () => {
    const room = await opened();
    const stage = await host(room);
    const context = await newDevice(browser);
    const grace = await guest(room.joinUrl, context);
    await grace.enter();
    const again = await guest(room.joinUrl, context);
    await again.inside();
    await grace.heading('You are in the room in another window');

    const seats = Array.from({ length: room.session.maxGuests - 1 }, (_, n) => `Guest ${n}`);
    for (const name of seats) await RoomParticipant.guest(fixture.api, room.joinUrl, room.session.id, name);
    const late = await guest(room.joinUrl);
    await late.tryToEnter();
    await late.heading('This room is full');

    const joined = stage.received.find(
      ({ type, participant }) =>
        type === 'presence' && (participant as { displayName: string }).displayName === 'Grace',
    );
    const { participantId } = joined?.['participant'] as { participantId: string };
    stage.send({ type: 'participant.remove', participantId });
    await again.heading('You were removed from the room');
  });

  it('a host makes a link for guests without leaving the room; once revoked it lets nobody in, and who is inside stays until the host has been asked and removes them', async () => {
    const room = await opened();
    const stage = await RoomPage.host(await newDevice(browser), room.hostUrl, credentials);
    await stage.enter();
    await stage.button('Invite people').click();
    await stage.button('Make a new link').click();
    const link = stage.page.getByLabel('Link for guests');
    const made = await link.inputValue();
    expect(made).not.toBe(room.joinUrl);
    const grace = await guest(made);
    await grace.enter();
    expect(await violationsOf(stage.page)).toEqual([]);

    const links = stage.page.getByRole('list', { name: 'Links that let people in' }).getByRole('listitem');
    expect(await links.count()).toBe(2);
    await links.first().getByRole('button').click();
    await link.waitFor({ state: 'detached' });
    await until('one link', async () => (await links.count()) === 1);
    const late = await guest(made);
    await late.tryToEnter();
    await late.heading('This invitation no longer works');

    const remove = stage.page.getByRole('button', { name: /^Remove / });
    await remove.click();
    await stage.button('Keep').click();
    expect(await remove.evaluate((control) => control === document.activeElement)).toBe(true);
    await grace.inside();
    await remove.click();
    expect(await violationsOf(stage.page)).toEqual([]);
    await stage.button('Remove from the room').click();
    await grace.heading('You were removed from the room');
  });

  it('says so when the host’s password is wrong', async () => {
    const room = await opened();
    const page = await RoomPage.host(await newDevice(browser), room.hostUrl, {
      ...credentials,
      consolePassword: 'not the password',
    });
    await page.page.getByText('The address or the password is not right.').waitFor();
  });

  it.each([
    ['--use-fake-ui-for-media-stream=deny', 'The camera and microphone are blocked for this page'],
    ['--use-fake-device-for-media-stream=device-count=0', 'No camera or microphone could be used'],
  ])('without devices (%s) explains what to do before anybody enters', async (flag, title) => {
    const other = await launch([flag]);
    try {
      const room = await opened();
      const person = await RoomPage.guest(await newDevice(other), room.joinUrl, 'Grace');
      await person.page.getByText(title).waitFor({ timeout: 30_000 });
      expect(await person.button('Enter the room').isDisabled()).toBe(true);
    } finally {
      await other.close();
    }
  });
});

/** Runs in the page. */
function countScreenLocks(): void {
  const counted = Object.assign(window, { screenLocks: 0 });
  navigator.wakeLock.request = async () => {
    counted.screenLocks += 1;
    return { release: async () => void (counted.screenLocks -= 1) } as unknown as WakeLockSentinel;
  };
}
