import { describe, expect, it } from 'vitest';
import { KEY } from '../fixtures/fake-service.js';
import { base, browser, button, heading, page, service, useRecorder } from '../fixtures/recorder-page.js';
import { expectAccessible, visit } from '../fixtures/visit.js';

useRecorder();

describe('the link', () => {
  it('loses its key in the address bar, and a reload still works', async () => {
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(page.url()).toBe(`${base}/r/cnt_1`);
    await page.reload();
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(service.seen.filter((path) => path.includes(KEY))).toEqual([`/r/cnt_1?k=${KEY}`]);
  });

  it('without a key says that it is incomplete', async () => {
    await page.goto(`${base}/r/cnt_1`);
    await heading(page, 'This link is incomplete').waitFor();
    await expectAccessible(page);
  });

  it('with a key that is not honoured says that it no longer works', async () => {
    await page.goto(`${base}/r/cnt_1?k=guessed`);
    await heading(page, 'This link no longer works').waitFor();
    await expectAccessible(page);
  });

  it.each(['draft', 'closed'])('of a %s request says that it is not accepting', async (status) => {
    service.request.status = status;
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(page, 'This request is not accepting recordings').waitFor();
    await expectAccessible(page);
  });

  it('of a paused organization says that the request is not accepting', async () => {
    service.faults = [{ on: /GET .*contacts/, status: 409, body: { code: 'organization_paused' } }];
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(page, 'This request is not accepting recordings').waitFor();
  });

  it('can be carried whole out of a browser that cannot record', async () => {
    const firefox = await visit(browser, base, { userAgent: 'Mozilla/5.0 (X11; rv:140.0) Firefox/140.0' });
    await firefox.page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(firefox.page, 'This browser cannot record').waitFor();
    expect(await firefox.page.getByLabel('Your link').inputValue()).toBe(`${base}/r/cnt_1?k=${KEY}`);
    await expectAccessible(firefox.page);
    await firefox.context.close();
  });

  it.each(['/r/cnt_1?k=', '/join/kfw-3nq-x7d?t='])(
    'in a window that keeps nothing asks for no camera, says why, and can be carried to another (%s)',
    async (path) => {
      // As a private window of Safari.
      await page.addInitScript(() => {
        StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('no', 'UnknownError'));
        const { mediaDevices } = navigator;
        const open = mediaDevices.getUserMedia.bind(mediaDevices);
        mediaDevices.getUserMedia = (constraints) => {
          document.documentElement.dataset['askedForCamera'] = '';
          return open(constraints);
        };
      });
      await page.goto(base + path + KEY);
      await heading(page, 'This window keeps no recordings').waitFor();
      expect(await page.getByLabel('Your link').inputValue()).toBe(base + path + KEY);
      expect(await page.locator('[data-asked-for-camera]').count()).toBe(0);
      await expectAccessible(page);
    },
  );
});
