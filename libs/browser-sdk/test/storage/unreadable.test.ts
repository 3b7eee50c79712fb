import { expect, it } from 'vitest';
import { codeOf, newClient, previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { browser, fake, page, switchToPage, usePage } from '../fixtures/test-page.js';

usePage();

const stranded = (from = page) => from.evaluate(() => window.Capture.CaptureClient.listStranded());

/** Lets the next `times` reads of files whose name matches fail, as a busy or failing disk does. */
function failReads(pattern: string, times: number, from = page) {
  return from.evaluate(
    ([name, count]) => {
      const real = FileSystemFileHandle.prototype.getFile;
      let left = count;
      FileSystemFileHandle.prototype.getFile = function (this: FileSystemFileHandle) {
        if (!new RegExp(name).test(this.name) || left-- <= 0) return real.call(this);
        return Promise.reject(new DOMException('the disk is busy', 'NotReadableError'));
      };
    },
    [pattern, times] as const,
  );
}

it.each(['seg-000', 'journal', 'manifest'])(
  'a take whose %s cannot be read once is not lost by stop() (scenario 62)',
  async (name) => {
    await record(page, 2);
    await failReads(name, 1);
    await page.evaluate(() => window.client.stop());
    await inspect(await previewBytes(page));
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  },
);

it('a take that cannot be read while it is sent is kept, and sent when it is submitted again', async () => {
  await record(page, 2);
  await page.evaluate(async () => {
    await window.client.stop();
    const { arrayBuffer } = Blob.prototype;
    let left = 1;
    Blob.prototype.arrayBuffer = function (this: Blob) {
      if (left-- <= 0) return arrayBuffer.call(this);
      return Promise.reject(new DOMException('the disk is busy', 'NotReadableError'));
    };
  });
  expect(await submit(page)).toMatchObject({ code: 'upload_failed' });
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
});

it('a take that stop() cannot read at all is kept, listed and recovered once it can be read', async () => {
  await record(page, 2);
  await failReads('seg-', 1000);
  expect(await codeOf(page, (client) => client.stop())).toBe('upload_failed');
  expect(await page.evaluate(() => window.client.state)).toBe('previewing');
  expect(await stranded()).toMatchObject([{ health: 'unreadable', mode: 'contact', targetId: 'cnt_1' }]);
  expect(await codeOf(page, (client) => client.recover())).toBe('upload_failed');

  const other = await browser.context.newPage();
  await other.goto(fake.url);
  await newClient(other, fake);
  await switchToPage(other);
  const [listed, ...others] = await stranded();
  expect(listed).toMatchObject({ health: 'ok' });
  expect(others).toEqual([]);
  await page.evaluate(() => window.client.recover());
  await inspect(await previewBytes(page));
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
});

it.each(['seg-', 'journal', 'manifest', ''])(
  'a listing that cannot read %s* of a good take lists it as unreadable and deletes nothing',
  async (name) => {
    await record(page, 2);
    const other = await browser.context.newPage();
    await other.goto(fake.url);
    await newClient(other, fake);
    await switchToPage(other);
    await expect.poll(() => stranded()).toHaveLength(1);
    await failReads(name, 1000);
    expect(await stranded()).toMatchObject([{ health: 'unreadable' }]);
    const again = await browser.context.newPage();
    await again.goto(fake.url);
    await newClient(again, fake);
    await switchToPage(again);
    expect(await stranded()).toMatchObject([{ health: 'ok' }]);
    await page.evaluate(() => window.client.recover());
    await inspect(await previewBytes(page));
  },
);
