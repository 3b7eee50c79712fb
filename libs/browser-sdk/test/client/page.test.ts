import { describe, expect, it } from 'vitest';
import { codeOf, newClient, previewBytes, record, startFake, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { fake, page, usePage } from '../fixtures/test-page.js';

usePage();

describe('the page', () => {
  it('is kept awake while it records, and warned of being left', async () => {
    // A headless browser has no screen to keep on, so the lock is a fake.
    const locks = await page.evaluateHandle(() => {
      const all: { released: boolean }[] = [];
      navigator.wakeLock.request = () => {
        const sentinel = { released: false, release: async () => void (sentinel.released = true) };
        all.push(sentinel);
        return Promise.resolve(sentinel as unknown as WakeLockSentinel);
      };
      return all;
    });
    const released = () => locks.evaluate((all) => all.map((each) => each.released));
    const isWarned = () =>
      page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isWarned()).toBe(false);
    await record(page);
    expect([await released(), await isWarned()]).toEqual([[false], true]);
    await page.evaluate(() => window.client.stop());
    await expect.poll(released).toEqual([true]);
    expect(await isWarned()).toBe(false);
  });

  it('of another origin than the service records and submits', async () => {
    const other = await startFake();
    try {
      await page.goto(other.url);
      await newClient(page, fake);
      await record(page);
      await page.evaluate(() => window.client.stop());
      expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
      expect(other.count(/respond/)).toBe(0);
      await page.goto(fake.url);
      await newClient(page, fake);
    } finally {
      await other.stop();
    }
  });

  it('that is left in mid-recording leaves a take that is listed when it comes back', async () => {
    await record(page, 2);
    await page.goto('about:blank');
    await page.goto(fake.url);
    await newClient(page, fake);
    await expect.poll(() => page.evaluate(() => window.Capture.CaptureClient.listStranded())).toHaveLength(1);
    await page.evaluate(() => window.client.recover());
    await inspect(await previewBytes(page));
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });

  it('under a strict Content-Security-Policy records with a worker of its own origin', async () => {
    const strict = `${fake.url}/strict`;
    await page.goto(strict);
    await newClient(page, fake);
    await page.evaluate(() => window.client.preview());
    expect(await codeOf(page, (client) => client.start())).toBe('unsupported_browser');
    await page.evaluate(() => window.client.destroy());
    await newClient(page, fake, { workerUrl: `${fake.url}/storage.worker.js` });
    await record(page);
    await page.evaluate(() => window.client.stop());
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });

  it('that is not a secure context is not supported', async () => {
    await page.route('http://insecure.test/**', (route) => {
      const path = new URL(route.request().url()).pathname;
      return route.fetch({ url: fake.url + path }).then((response) => route.fulfill({ response }));
    });
    await page.goto('http://insecure.test/');
    expect(await page.evaluate(() => [isSecureContext, window.Capture.CaptureClient.isSupported()])).toEqual([
      false,
      false,
    ]);
    await newClient(page, fake);
    expect(await codeOf(page, (client) => client.preview())).toBe('unsupported_browser');
    await page.goto(fake.url);
    await newClient(page, fake);
  });
});
