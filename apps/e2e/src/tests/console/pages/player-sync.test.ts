import { until } from '@capture/testing';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../../../harness/browser.js';
import { Api } from '../../../harness/clients/api.js';
import { Operator } from '../../../harness/clients/operator.js';
import { makeClip } from '../../../harness/clip.js';
import { Members } from '../../../harness/organizations/members.js';
import { recordedSession } from '../../../harness/organizations/recorded-session.js';
import { ConsolePage } from '../../../harness/pages/console-page.js';
import { MODE } from '../../../harness/processes/product.js';
import { sharedProduct } from '../../../harness/processes/shared-product.js';

const CLIP_SEC = 90;
/** By how much the second track begins later. */
const LATER_SEC = 1.5;
/** Tracks are in sync that are no further apart. */
const IN_SYNC_MS = 50;
const MEASURED_MS = 1_500;
/** What the second track gets of its file at first. Each phase but the stall begins anew and ends before it. */
const FIRST_SHARE = 0.5;
const SETTLED_WITHIN_MS = 30_000;
/** On the timeline, shortly before what the second track has got of its file ends. */
const BEFORE_STALL_MS = 40_000;

interface PlacedTrack {
  id: string;
  sizeBytes: number;
  startOffsetMs: number | null;
}

interface Sample {
  /** By how much the first track is ahead of the second on the common timeline. */
  aheadMs: number;
  /** Where the second stands in its file. */
  atSec: number;
  isPlaying: boolean;
}

describe(`the console's player (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  let person: ConsolePage;
  let page: Page;
  let browser: Browser;
  let laterMs: number;
  let firstBytes: number;
  /** Requests of the second track for more than it has got. */
  const held: Route[] = [];

  beforeAll(async () => {
    const organizationId = await operator.organization('platform', 'Player');
    const api = new Api(baseUrl, (await operator.key(organizationId)).key);
    const producer = await new Members(operator, baseUrl).add(organizationId, 'producer');
    const shared = { clip: await makeClip(CLIP_SEC, '800k'), durationSec: CLIP_SEC };
    const { recordingId } = await recordedSession(api, producer, [
      { ...shared, displayName: 'Grace', laterSec: 0 },
      { ...shared, displayName: 'Ada', laterSec: LATER_SEC },
    ]);
    const { tracks } = await api.get<{ tracks: PlacedTrack[] }>(`/v1/recordings/${recordingId}`);
    const offsets = tracks.map(({ startOffsetMs }) => startOffsetMs ?? 0);
    laterMs = Math.max(...offsets) - Math.min(...offsets);
    const late = tracks.find(({ startOffsetMs }) => startOffsetMs === Math.max(...offsets));
    firstBytes = Math.round((late?.sizeBytes ?? 0) * FIRST_SHARE);
    browser = await launch();
    person = await ConsolePage.returning(browser, baseUrl, producer, `/recordings/${recordingId}`);
    page = person.page;
    await page.route(`**/media/${late?.id}*`, holdBack);
    await person.press('Open the player');
    await page.getByLabel('Position').waitFor();
  });
  afterAll(() => browser.close());

  /** The beginning of the file at once, the rest when it is let go. */
  async function holdBack(route: Route): Promise<void> {
    if (route.request().resourceType() !== 'media') return route.continue();
    const from = Number(/bytes=(\d+)-/.exec(route.request().headers()['range'] ?? '')?.[1] ?? 0);
    if (from >= firstBytes) return void held.push(route);
    const headers = { ...route.request().headers(), range: `bytes=${from}-${firstBytes - 1}` };
    await route.fulfill({ response: await route.fetch({ headers }) });
  }

  /** Both tracks at each frame of the page for a while. */
  function samples(ms: number): Promise<Sample[]> {
    return page.evaluate(
      async ([lasting, later]) => {
        const all = [...document.querySelectorAll('video')];
        const [early, late] = ['Grace, Camera', 'Ada, Camera'].map((name) =>
          all.find((video) => video.ariaLabel === name),
        );
        if (!early || !late) throw new Error('two tracks');
        const taken: Sample[] = [];
        for (const begun = performance.now(); performance.now() - begun < lasting;) {
          await new Promise(requestAnimationFrame);
          taken.push({
            aheadMs: (early.currentTime - late.currentTime) * 1000 - later,
            atSec: late.currentTime,
            isPlaying: [early, late].every(
              ({ paused, seeking, readyState }) => !paused && !seeking && readyState > 2,
            ),
          });
        }
        return taken;
      },
      [ms, laterMs] as const,
    );
  }

  /** Waits until the tracks are in sync for a while without a break. */
  async function settled(what: string): Promise<void> {
    const begun = performance.now();
    const worst = await until(
      `the tracks to be within ${IN_SYNC_MS} ms ${what}`,
      async () => {
        const taken = await samples(MEASURED_MS);
        const worstMs = Math.max(...taken.map(({ aheadMs }) => Math.abs(aheadMs)));
        const standing = taken.filter(({ isPlaying }) => !isPlaying).length;
        if (standing === 0 && worstMs <= IN_SYNC_MS) return { worstMs };
        throw new Error(`${worstMs.toFixed(0)} ms apart, standing in ${standing} of ${taken.length} frames`);
      },
      SETTLED_WITHIN_MS,
    );
    const took = performance.now() - begun - MEASURED_MS;
    const apart = `at most ${worst.worstMs.toFixed(1)} ms apart`;
    process.stdout.write(`${MODE}: ${what}: ${apart}, after ${took.toFixed(0)} ms\n`);
  }

  async function seek(timelineMs: number): Promise<void> {
    await page.getByLabel('Position').fill(String(timelineMs));
  }

  it('keeps two tracks within 50 ms of each other: as they play, after a seek, after a slip and after one has stalled', async () => {
    await person.press('Play');
    await until('the second track to have begun', async () => ((await samples(100)).at(-1)?.atSec ?? 0) > 0);
    await settled('while they play');

    await seek(LATER_SEC * 1000);
    await settled('after a seek');
    await seek(LATER_SEC * 1000);
    await until('both tracks to play', async () => (await samples(100)).every(({ isPlaying }) => isPlaying));
    // As a decoder that does not keep up.
    await page.getByLabel('Ada, Camera', { exact: true }).evaluate((video) => {
      (video as HTMLVideoElement).currentTime -= 0.25;
    });
    await settled('after a slip');

    await seek(BEFORE_STALL_MS);
    await page.getByText('Waiting for the files').waitFor();
    expect((await samples(500)).map(({ aheadMs }) => Math.abs(aheadMs) < 200)).not.toContain(false);
    await page.unroute('**/media/**');
    for (const route of held) await route.continue();
    await settled('after a stall');
  });
});
