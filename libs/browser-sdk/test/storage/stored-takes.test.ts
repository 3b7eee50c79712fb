import { expect, it } from 'vitest';
import { codeOf, newClient, openPage, record } from '../fixtures/browser.js';
import { plant, planted } from '../fixtures/planted.js';
import { browser, fake, page, usePage } from '../fixtures/test-page.js';

usePage();

const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-01-05T09:00:00.000Z', '2026-01-06T09:00:00.000Z', '2026-01-07'];

const stranded = () =>
  page.evaluate(async () => {
    const takes = await window.Capture.CaptureClient.listStranded();
    return takes.map(({ id }) => id);
  });

const readOut = (takeId: string) =>
  page.evaluate(
    (id) =>
      window.Capture.CaptureClient.openStranded(id).then(
        ({ size }) => size,
        (error: { code: string }) => error.code,
      ),
    takeId,
  );

it('a take with nothing to play is cleared away, but not one that a page just began, nor one that has media by then', async () => {
  const other = await openPage(browser, fake);
  await other.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('capture:begun', () => new Promise(() => held()));
      }),
  );
  await plant(page, { id: 'begun', startedAt: MONDAY, bytes: 0 });
  await plant(page, { id: 'filled', startedAt: TUESDAY, bytes: 1000 });
  await plant(page, { id: 'litter', startedAt: WEDNESDAY, bytes: 0 });
  await page.evaluate(() => {
    // Its page locks it right after this one has looked.
    navigator.locks.query = () => Promise.resolve({ held: [], pending: [] });
    const real = FileSystemDirectoryHandle.prototype.getFileHandle;
    let isFirst = true;
    FileSystemDirectoryHandle.prototype.getFileHandle = function (name, options) {
      if (this.name !== 'filled' || !name.startsWith('seg-') || !isFirst)
        return real.call(this, name, options);
      isFirst = false;
      return Promise.reject(new DOMException('not yet', 'NotFoundError'));
    };
  });
  await record(page);
  await expect.poll(() => planted(page)).not.toContain('litter');
  expect(await planted(page)).toEqual(expect.arrayContaining(['begun', 'filled']));
  await other.close();
  expect(await readOut('filled')).toBe(1000);
});

const isPlayable = (url: string) =>
  page.evaluate((address) => fetch(address).then(Boolean, () => false), url);

it('of two takes of one link the one that is asked for is recovered, and else the newest, never one of another contact; one that is let go plays no more', async () => {
  await plant(
    page,
    { id: 'first', startedAt: MONDAY, bytes: 1000 },
    { id: 'second', startedAt: TUESDAY, bytes: 2000 },
    { id: 'of-another', startedAt: WEDNESDAY, bytes: 3000, contactId: 'cnt_2' },
  );
  const { id, previewUrl } = await page.evaluate(() => window.client.recover());
  expect(id).toBe('second');
  expect(await isPlayable(previewUrl)).toBe(true);
  await page.evaluate(() => window.client.destroy());
  await expect.poll(stranded).toContain('second');
  expect(await isPlayable(previewUrl)).toBe(false);
  await newClient(page, fake);
  expect(await page.evaluate(() => window.client.recover('first'))).toMatchObject({ id: 'first' });
  await page.evaluate(() => window.client.destroy());
  await newClient(page, fake);
  expect(await codeOf(page, (client) => client.recover('of-another'))).toBe('nothing_to_submit');
});

it('a take that is recovered while a recording begins stays on the device, beside the new one', async () => {
  await plant(page, { id: 'kept', startedAt: MONDAY, bytes: 1000 });
  const code = await page.evaluate(async () => {
    const { client } = window;
    await client.preview();
    let goOn: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (goOn = resolve));
    const query = navigator.locks.query.bind(navigator.locks);
    const recovering = new Promise<string>((settle) => {
      navigator.locks.query = async () => {
        navigator.locks.query = query;
        void client.start().then(goOn);
        await begun;
        return query();
      };
      client.recover().then(
        () => settle('recovered'),
        (error: { code: string }) => settle(error.code),
      );
    });
    return recovering;
  });
  expect(code).toBe('not_recording');
  const { id } = await page.evaluate(() => window.client.stop());
  expect(await planted(page)).toEqual([id, 'kept'].sort());
  expect(await readOut('kept')).toBe(1000);
});

it('of a take that was discarded nothing stays, neither a file nor a lock', async () => {
  await plant(page, { id: 'unwanted', startedAt: MONDAY, bytes: 1000 });
  await page.evaluate(() => window.client.recover());
  await page.evaluate(() => window.client.discard());
  expect(await planted(page)).toEqual([]);
  const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
  await expect.poll(locks).toBe(0);
});

it('a take with nothing to play is removed when it is opened', async () => {
  await plant(page, { id: 'empty', startedAt: MONDAY, bytes: 0 });
  expect(await readOut('empty')).toBe('nothing_to_submit');
  expect(await planted(page)).toEqual([]);
});

it('a disk that is busy for a moment is waited for', async () => {
  await plant(page, { id: 'slow', startedAt: MONDAY, bytes: 1000 });
  await page.evaluate(() => {
    const real = FileSystemFileHandle.prototype.getFile;
    let until = 0;
    FileSystemFileHandle.prototype.getFile = function (this: FileSystemFileHandle) {
      until ||= performance.now() + 300;
      if (performance.now() > until) return real.call(this);
      return Promise.reject(new DOMException('the disk is busy', 'NotReadableError'));
    };
  });
  expect(await readOut('slow')).toBe(1000);
});
