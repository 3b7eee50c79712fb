import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { patientPage } from './browser.js';
import { ROOT } from './repository.js';

const SDK = join(ROOT, 'libs/browser-sdk/dist/capture.iife.js');

interface Client {
  recover(takeId: string): Promise<unknown>;
  submit(options: { releaseAccepted: boolean }): Promise<{ submissionId: string }>;
}
declare const Capture: { CaptureClient: new (options: object) => Client };

interface PlantedTake {
  takeId: string;
  contactId: string;
  segments: { bytes: Buffer; startMs: number; durationMs: number }[];
}

/** An empty page of the product's origin with the SDK in it. */
export async function openSdkPage(browser: Browser, origin: string): Promise<Page> {
  const page = await patientPage(browser);
  const blank = `${origin}/blank`;
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(blank);
  await page.unroute(blank);
  await page.addScriptTag({ path: SDK });
  return page;
}

/** Puts a finished take into the page's storage, as the SDK keeps it. */
export async function plantTake(page: Page, { takeId, contactId, segments }: PlantedTake): Promise<void> {
  const durationMs = Math.max(...segments.map((segment) => segment.startMs + segment.durationMs));
  const record = {
    ...{ layout: 1, save: 0, sealed: 0, id: takeId, mode: 'contact', targetId: contactId },
    ...{ recorder: {}, constraints: {}, settings: {}, devices: [], interruptions: [] },
    startedAt: '2026-01-01T00:00:00.000Z',
    segments: segments.map(({ bytes, ...segment }, index) => ({
      ...{ index, width: 640, height: 480, bytes: bytes.length },
      ...segment,
    })),
    finished: {
      stoppedAt: new Date(Date.UTC(2026, 0) + durationMs).toISOString(),
      durationMs,
      endReason: 'stopped',
    },
  };
  const media = `${new URL(page.url()).origin}/media/`;
  await page.route(`${media}*`, (route) =>
    route.fulfill({ body: segments[Number(route.request().url().slice(media.length))]?.bytes ?? '' }),
  );
  await page.evaluate(
    async ([id, manifest, url, count]) => {
      const root = await navigator.storage.getDirectory();
      const takes = await root.getDirectoryHandle('capture-v1', { create: true });
      const folder = await takes.getDirectoryHandle(id, { create: true });
      const files: [string, string | Blob][] = [['manifest.a', manifest]];
      for (let index = 0; index < count; index++)
        files.push([`seg-00${index}.mp4`, await (await fetch(url + String(index))).blob()]);
      for (const [name, content] of files) {
        const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await file.write(content);
        await file.close();
      }
    },
    [takeId, JSON.stringify(record), media, segments.length] as const,
  );
  await page.unroute(`${media}*`);
}

/** Recovers the take and submits it, by a client with these options. */
export function submitPlanted(
  page: Page,
  takeId: string,
  options: object,
): Promise<{ submissionId: string }> {
  return page.evaluate(
    async ([id, all]) => {
      const client = new Capture.CaptureClient(all);
      await client.recover(id);
      return client.submit({ releaseAccepted: true });
    },
    [takeId, options] as const,
  );
}
