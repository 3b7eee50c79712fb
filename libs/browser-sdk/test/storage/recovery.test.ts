import { expect, it } from 'vitest';
import type { Take } from '../../src/index.js';
import {
  CONTACT,
  OPEN,
  codeOf,
  newClient,
  openPage,
  previewBytes,
  record,
  submit,
} from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { browser, fake, page, restartBrowser, switchToPage, usePage } from '../fixtures/test-page.js';

usePage();

const stranded = (from = page) => from.evaluate(() => window.Capture.CaptureClient.listStranded());

it('a take outlives SIGKILL of the browser: it is listed, recovered, decodable and submitted', async () => {
  await record(page, 2);
  const durableBytes = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.client.on('health', (event) => event.type === 'durable' && resolve(event.sizeBytes));
      }),
  );
  await restartBrowser();

  const [listed, ...others] = await stranded();
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ mode: 'contact', targetId: 'cnt_1', uploading: false });
  expect(listed?.sizeBytes).toBeGreaterThanOrEqual(durableBytes);
  const take = await page.evaluate((id) => window.client.recover(id), listed?.id);
  expect(take).toMatchObject({ id: listed?.id, recovered: true, sizeBytes: listed?.sizeBytes });
  const local = await previewBytes(page);
  await inspect(local);

  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(fake.bytes.equals(local)).toBe(true);
  expect([...fake.takes.values()][0]?.opened.manifest).toMatchObject({ recovery: { recovered: true } });
  expect(await stranded()).toEqual([]);
});

it('a browser that is killed before the first fragment leaves nothing that cannot be played, and no litter after the next take', async () => {
  await page.evaluate(async () => {
    await window.client.preview();
    await window.client.start();
  });
  await restartBrowser();

  // A fragment may still have made it to the disk before the signal did.
  const listed = await stranded();
  for (const take of listed) expect(take.sizeBytes).toBeGreaterThan(10_000);
  await page.evaluate(async () => {
    await window.client.preview();
    await window.client.start();
  });
  const folders = () =>
    page.evaluate(async () => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('capture-v1');
      let count = 0;
      for await (const name of root.keys()) count += name ? 1 : 0;
      return count;
    });
  await expect.poll(folders).toBe(listed.length + 1);
});

/** Records, submits and reloads the page while the last part is being sent. Returns the take and its number of parts. */
async function cutByReload(): Promise<{ take: Take; parts: number }> {
  await record(page, 2);
  const take = await page.evaluate(() => window.client.stop());
  fake.partSize = Math.floor(take.sizeBytes / 4);
  const parts = Math.ceil(take.sizeBytes / fake.partSize);
  const last = new RegExp(`PUT /store/tke_1/${parts}$`);
  fake.fail(last, 'hang');
  const hung = page.evaluate(() => window.client.submit({ releaseAccepted: true })).catch(() => undefined);
  await expect.poll(() => fake.takes.get('tke_1')?.parts.size).toBe(parts - 1);
  // The others may have landed before the last one began.
  await expect.poll(() => fake.count(last)).toBe(1);
  await page.reload();
  await hung;
  // The browser releases the lock of the page that is gone a little later.
  await expect.poll(() => stranded()).toHaveLength(1);
  return { take, parts };
}

it('an upload cut by a reload resumes where it was, without sending a stored part again', async () => {
  const { take, parts } = await cutByReload();
  await newClient(page, fake);
  const grants = fake.count(/parts$/);

  expect(await stranded()).toMatchObject([{ id: take.id, uploading: true, durationSec: take.durationSec }]);
  await page.evaluate(() => window.client.recover());
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });

  expect(fake.takes.size).toBe(1);
  expect(fake.bytes.length).toBe(take.sizeBytes);
  expect(fake.count(/^PUT/)).toBe(parts + 1);
  expect(fake.count(/parts$/)).toBe(grants + 1);
});

it('an upload that began under a link that was rotated since goes on under the new one', async () => {
  const { parts } = await cutByReload();
  await newClient(page, fake, { access: { ...CONTACT, key: fake.rotate() } });
  await page.evaluate(() => window.client.recover());
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(fake.count(/^PUT/)).toBe(parts + 1);
});

it('a take that another tab is recording is neither listed nor taken over', async () => {
  await record(page);
  const other = await openPage(browser, fake);
  expect(await stranded(other)).toEqual([]);
  expect(await codeOf(other, (client) => client.recover())).toBe('nothing_to_submit');

  await page.evaluate(() => window.client.stop());
  expect(await stranded(other)).toEqual([]);
  await switchToPage(other);
  await expect.poll(() => stranded()).toHaveLength(1);
});

it('a take is recovered only by a client of the link that it was made for', async () => {
  await record(page);
  await page.evaluate(async () => {
    await window.client.stop();
    window.client.destroy();
  });
  await expect.poll(() => stranded()).toHaveLength(1);
  await newClient(page, fake, { access: OPEN });
  expect(await codeOf(page, (client) => client.recover())).toBe('nothing_to_submit');
});

it('a stranded take of any link can be read as a file and deleted, but not while a page holds it', async () => {
  const readOut = (id: string) =>
    page.evaluate(
      (takeId) =>
        window.Capture.CaptureClient.openStranded(takeId).then(
          ({ size, type }) => ({ size, type }),
          (error: { code: string }) => error.code,
        ),
      id,
    );
  const remove = (id: string) =>
    page.evaluate(
      (takeId) =>
        window.Capture.CaptureClient.deleteStranded(takeId).then(
          () => 'deleted',
          (error: { code: string }) => error.code,
        ),
      id,
    );
  await record(page);
  const { id, sizeBytes } = await page.evaluate(() => window.client.stop());
  expect([await readOut(id), await remove(id)]).toEqual(['nothing_to_submit', 'nothing_to_submit']);
  await page.evaluate(() => window.client.destroy());
  await expect.poll(() => stranded()).toHaveLength(1);

  await newClient(page, fake, { access: OPEN });
  expect(await readOut(id)).toEqual({ size: sizeBytes, type: 'video/mp4' });
  expect(await stranded()).toHaveLength(1);
  expect(await remove(id)).toBe('deleted');
  expect(await stranded()).toEqual([]);
  expect(await readOut(id)).toBe('nothing_to_submit');
});
