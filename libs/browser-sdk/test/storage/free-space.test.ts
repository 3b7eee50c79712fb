import { describe, expect, it } from 'vitest';
import { codeOf, previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { browser, fake, health, interruptedTake, page, usePage } from '../fixtures/test-page.js';

usePage();

describe('storage', () => {
  it('that fills up interrupts the recording, and every whole fragment is kept', async () => {
    const session = await browser.context.newCDPSession(page);
    await record(page, 2);
    const ended = interruptedTake();
    const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
    await session.send('Storage.overrideQuotaForOrigin', { origin: fake.url, quotaSize: usage + 1000 });
    expect(await ended).toMatchObject({ endReason: 'storage_full' });
    const event = await page.evaluate(
      () => window.states.find(({ state }) => state === 'interrupted')?.error?.code,
    );
    expect(event).toBe('quota_exceeded');
    await inspect(await previewBytes(page));
    await session.detach();
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });

  it('that is so full that nothing of the upload can be noted keeps no take from being sent', async () => {
    await record(page, 2);
    await page.evaluate(async () => {
      await window.client.stop();
      const post = Worker.prototype.postMessage as (this: Worker, request: unknown) => void;
      Worker.prototype.postMessage = function (this: Worker, request: [id: number, id: string, [string][]]) {
        if (!request[2].some(([name]) => name === 'upload.json')) return post.call(this, request);
        const data = [request[0], 'QuotaExceededError: full'];
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
      };
    });
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });

  /** Makes the browser report this much free space: Chromium cannot have its real quota limited twice. */
  const pretendFree = (bytes: number) =>
    page.evaluate((quota) => {
      navigator.storage.estimate = () => Promise.resolve({ quota, usage: 0 });
    }, bytes);

  it('that is next to full refuses to begin', async () => {
    await pretendFree(1_000_000);
    await page.evaluate(() => window.client.preview());
    expect(await codeOf(page, (client) => client.start())).toBe('quota_exceeded');
    expect(await page.evaluate(() => window.client.state)).toBe('previewing');
  });

  it('that may not hold the longest take is reported, and recording begins nevertheless', async () => {
    await pretendFree(30_000_000);
    const low = health('storage_low');
    await record(page);
    await low;
    expect(await page.evaluate(() => window.client.state)).toBe('recording');
  });

  it.each(['absent, as in Safari before 17', 'refused'])(
    'whose size is not told (%s) is recorded into all the same',
    async (how) => {
      await page.evaluate((isAbsent) => {
        const value = isAbsent ? undefined : () => Promise.reject(new TypeError('not told'));
        for (const name of ['estimate', 'persist'])
          Object.defineProperty(StorageManager.prototype, name, { configurable: true, value });
      }, how !== 'refused');
      await record(page);
      expect(await page.evaluate(() => window.client.state)).toBe('recording');
    },
  );
});
