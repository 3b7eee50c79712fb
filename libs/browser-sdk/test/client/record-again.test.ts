import { describe, expect, it } from 'vitest';
import { codeOf, previewBytes, record, submit } from '../fixtures/browser.js';
import { inspect } from '../fixtures/media-file.js';
import { fake, page, usePage } from '../fixtures/test-page.js';

usePage();

const folders = () =>
  page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('capture-v1');
    const names: string[] = [];
    for await (const name of root.keys()) names.push(name);
    return names;
  });

/** A finished take with the camera off, as a page shows it for review. */
async function reviewed(): Promise<string> {
  await record(page, 2);
  return page.evaluate(async () => {
    const { id } = await window.client.stop();
    for (const track of (await window.shown).getTracks()) track.stop();
    return id;
  });
}

describe('recording again', () => {
  it('with the camera in use elsewhere leaves the take as it was, to be submitted (scenario 63)', async () => {
    const id = await reviewed();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('busy', 'NotReadableError'));
    });
    expect(await codeOf(page, (client) => client.preview())).toBe('no_devices');
    expect(await page.evaluate(() => [window.client.state, window.client.take?.id])).toEqual([
      'recorded',
      id,
    ]);
    await inspect(await previewBytes(page));
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });

  it('that cannot begin leaves the take as it was, to be submitted', async () => {
    const id = await reviewed();
    await page.evaluate(async () => {
      navigator.storage.estimate = () => Promise.resolve({ quota: 1000, usage: 0 });
      await window.client.preview();
    });
    expect(await codeOf(page, (client) => client.start())).toBe('quota_exceeded');
    expect(await page.evaluate(() => [window.client.state, window.client.take?.id])).toEqual([
      'recorded',
      id,
    ]);
    await inspect(await previewBytes(page));
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });

  it('can be thought better of during the preview', async () => {
    const id = await reviewed();
    await page.evaluate(() => window.client.preview());
    expect(await folders()).toEqual([id]);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expect([...fake.takes.values()][0]?.opened.clientTakeId).toBe(id);
  });

  it('deletes the earlier take once the new one has media on this device', async () => {
    const first = await reviewed();
    await record(page, 2);
    await expect.poll(folders).not.toContain(first);
    const { id } = await page.evaluate(() => window.client.stop());
    expect(await folders()).toEqual([id]);
    await inspect(await previewBytes(page));
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  });
});

it('a discard() that cannot remove the take keeps it, and can be called again', async () => {
  await reviewed();
  await page.evaluate(() => {
    const real = FileSystemDirectoryHandle.prototype.removeEntry;
    FileSystemDirectoryHandle.prototype.removeEntry = () => {
      FileSystemDirectoryHandle.prototype.removeEntry = real;
      return Promise.reject(new DOMException('in use', 'NoModificationAllowedError'));
    };
  });
  expect(await codeOf(page, (client) => client.discard())).toBe('upload_failed');
  expect(await page.evaluate(() => window.client.state)).toBe('recorded');
  await inspect(await previewBytes(page));
  await page.evaluate(() => window.client.discard());
  expect(await folders()).toEqual([]);
  expect(await page.evaluate(() => [window.client.state, window.client.take])).toEqual(['idle', null]);
});

/** Destroys the client as soon as it asks for devices again. Resolves with the states of those that it is given all the same. */
const destroyedWhileOpening = (action: 'start' | 'lose') =>
  page.evaluate(async (what) => {
    const tracks = (await window.shown).getTracks();
    for (const track of tracks) track.stop();
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const opened = new Promise<MediaStream>((resolve) => {
      mediaDevices.getUserMedia = async (constraints) => {
        window.client.destroy();
        const stream = await open(constraints);
        resolve(stream);
        return stream;
      };
    });
    if (what === 'start') await window.client.start().catch(() => undefined);
    else tracks[0]?.dispatchEvent(new Event('ended'));
    window.shown = opened;
    await opened;
  }, action);
const isOff = () =>
  page.evaluate(async () =>
    (await window.shown).getTracks().every(({ readyState }) => readyState === 'ended'),
  );

describe('a client that is destroyed while devices are opened', () => {
  it('to record again turns them off, and leaves the earlier take', async () => {
    const id = await reviewed();
    await page.evaluate(() => (window.shown = window.client.preview()));
    await destroyedWhileOpening('start');
    await expect.poll(isOff).toBe(true);
    expect(await folders()).toEqual([id]);
  });

  it('in place of a lost one turns them off', async () => {
    await record(page, 2);
    await destroyedWhileOpening('lose');
    await expect.poll(isOff).toBe(true);
  });
});
