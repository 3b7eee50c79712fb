import { expect, it } from 'vitest';
import { KEY } from '../fixtures/fake-service.js';
import { base, button, heading, page, service, useRecorder } from '../fixtures/recorder-page.js';
import { expectAccessible, expectReflow } from '../fixtures/visit.js';

useRecorder();

const PATH = '/join/kfw-3nq-x7d';

it('the green room shows oneself and one’s level, is accessible, and keeps the token out of the address', async () => {
  await page.goto(`${base}${PATH}?t=${KEY}`);
  await heading(page, 'Join the room').waitFor();
  await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
  expect(page.url()).toBe(base + PATH);
  expect(await page.getByLabel('Camera', { exact: true }).locator('option').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await expectReflow(page);

  await button(page, 'Record four seconds to try it').click();
  await page.getByLabel('Your test recording').waitFor();
  // Whose room it is was asked, and nothing was sent.
  expect(service.seen.filter((path) => path.startsWith('/api/'))).toEqual(['/api/v1/rooms/kfw-3nq-x7d']);
});

it('a microphone that is chosen takes the place of the one before, as does what belongs to it', async () => {
  await page.goto(`${base}${PATH}?t=${KEY}`);
  const meters = page.getByRole('meter', { name: 'Microphone level' });
  await meters.evaluate((meter: HTMLElement) => (meter.dataset['former'] = ''));
  await page.getByLabel('Microphone', { exact: true }).selectOption({ index: 1 });
  await page.locator('[role=meter]:not([data-former])').waitFor();
  expect(await meters.count()).toBe(1);
  expect(await page.getByLabel('Microphone', { exact: true }).count()).toBe(1);
});

it('the keyboard alone leads from the name to the room, and a refusal to its page', async () => {
  service.faults = [{ on: /rooms\/.*\/join/, status: 409, body: { code: 'session_full' } }];
  await page.goto(`${base}${PATH}?t=${KEY}`);
  await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await page.getByLabel('Your name').focus();
  await page.keyboard.type('Grace');
  await page.keyboard.press('Enter');
  await heading(page, 'This room is full').waitFor();
  await expectAccessible(page);
});

it('what may pass is said beside the button, and the name and the focus stay', async () => {
  service.faults = [{ on: /rooms\/.*\/join/, status: 503, body: { code: 'unavailable' } }];
  await page.goto(`${base}${PATH}?t=${KEY}`);
  await page.getByLabel('Your name').fill('Grace');
  await button(page, 'Enter the room').click();
  await page.getByText('That did not work').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Enter the room');
  expect(await page.getByLabel('Your name').inputValue()).toBe('Grace');
  await expectAccessible(page);
});

it('a page that could not be drawn says so, and comes back to where it was', async () => {
  await page.goto(`${base}${PATH}?t=${KEY}`);
  await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await page.evaluate(() => {
    const { getSettings } = MediaStreamTrack.prototype;
    MediaStreamTrack.prototype.getSettings = () => {
      throw new Error('a mistake of ours');
    };
    Object.assign(window, { mend: () => (MediaStreamTrack.prototype.getSettings = getSettings) });
  });
  await page.getByLabel('Microphone', { exact: true }).selectOption({ index: 1 });
  await page.getByText('What you recorded is kept on this device').waitFor();
  await expectAccessible(page);
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
  await button(page, 'Show the page again').click();
  await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
});

/** A track of a room, as a page that died while it recorded left it. Only the size of its media matters. */
async function leaveTrack(): Promise<void> {
  await page.evaluate(async () => {
    const startedAt = '2026-01-05T09:00:00.000Z';
    const segment = { index: 0, startMs: 0, width: 640, height: 360, durationMs: 3000, bytes: 1000 };
    const record = {
      ...{ layout: 1, save: 0, sealed: 0, id: 'left', startedAt, mode: 'room', targetId: 'ses_1' },
      ...{ recorder: {}, constraints: {}, settings: {}, devices: [], interruptions: [] },
      segments: [segment],
      finished: { stoppedAt: startedAt, durationMs: 3000, endReason: 'stopped' },
    };
    const track = {
      ...{ baseUrl: location.origin, sessionId: 'ses_1', participantToken: 'token', takeNumber: 1 },
      ...{ kind: 'camera', recorderStartedAtMs: null, firstFrameAtMs: null, clockId: 'clock' },
      clock: { offsetMs: 0, uncertaintyMs: null, samples: 0 },
    };
    const root = await navigator.storage.getDirectory();
    const home = await root.getDirectoryHandle('capture-v1', { create: true });
    const folder = await home.getDirectoryHandle(record.id, { create: true });
    const write = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
      const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await file.write(content);
      await file.close();
    };
    await write('room.json', JSON.stringify(track));
    await write('seg-000.mp4', new Uint8Array(1000));
    await write('manifest.a', JSON.stringify(record));
  });
}

it('what an earlier page recorded in a room is sent although no camera can be opened, and the page says so', async () => {
  let isComplete = false;
  await page.route('**/api/v1/rooms/ses_1/tracks**', (route) => {
    const path = route.request().url();
    isComplete ||= path.endsWith('/complete');
    const data = [{ number: 1, stored: true }];
    return route.fulfill({
      json: path.endsWith('/parts') ? { data } : { trackId: 'trk_1', partSize: 5_000_000 },
    });
  });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.goto(`${base}${PATH}?t=${KEY}`);
  await button(page, 'Try again').waitFor();
  await leaveTrack();
  await page.goto(`${base}${PATH}?t=${KEY}`);
  await page.getByText('Everything is safe.').waitFor();
  expect(isComplete).toBe(true);
  await expectAccessible(page);
});
