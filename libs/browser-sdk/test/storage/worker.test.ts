import { beforeEach, expect, it } from 'vitest';
import { previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { health, interruptedTake, page, usePage } from '../fixtures/test-page.js';

declare global {
  interface Window {
    workers: Worker[];
  }
}

usePage();

beforeEach(async () => {
  await page.evaluate(() => {
    window.workers = [];
    window.Worker = class extends Worker {
      constructor(...of: ConstructorParameters<typeof Worker>) {
        super(...of);
        window.workers.push(this);
      }
    };
  });
});

const deaths = {
  'that fails': () =>
    page.evaluate(() => {
      window.workers[0]?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    }),
  'that vanishes without a word': () => page.evaluate(() => window.workers[0]?.terminate()),
};

it.each(Object.entries(deaths))(
  'a storage worker %s is replaced, and the take goes on in one playable file',
  async (_title, die) => {
    await record(page, 3);
    await die();
    await health('durable', 3);
    const take = await page.evaluate(() => window.client.stop());
    expect(take).toMatchObject({ endReason: 'stopped' });
    const { durationSec } = await inspect(await previewBytes(page));
    expect(durationSec).toBeGreaterThan(take.durationSec - 2);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expect(await page.evaluate(() => window.workers.length)).toBe(2);
    expect(await page.evaluate(() => window.Capture.CaptureClient.listStranded())).toEqual([]);
  },
);

it('a storage worker that cannot be replaced interrupts the take, with all that was durable', async () => {
  await record(page, 3);
  const ended = interruptedTake();
  await page.evaluate(() => {
    const { workers } = window;
    window.Worker = class extends Worker {
      constructor() {
        super('data:text/javascript,throw 1');
      }
    };
    workers[0]?.terminate();
  });
  expect(await ended).toMatchObject({ durationSec: expect.any(Number) });
  expect((await inspect(await previewBytes(page))).durationSec).toBeGreaterThan(1);
});
