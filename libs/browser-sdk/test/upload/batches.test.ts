import { beforeEach, expect, it } from 'vitest';
import { newClient, plantBytes, previewBytes, submit } from '../fixtures/browser.js';
import { fake, page, usePage } from '../fixtures/test-page.js';

const MIB = 1024 * 1024;
/** Every part counts as quick, so that three are sent at once. */
const UPLOAD = { partMs: 60_000 };
/** A part that hangs is sent again after so long, and so is any other whose machine stands still for that time. */
const STALL_MS = 4000;

/** The parts of each call for grants, in order. */
let asked: number[][];
/** What the page rejected without anybody to hear of it. */
let unheard: Error[];

usePage({ upload: UPLOAD });
beforeEach(() => {
  asked = [];
  unheard = [];
  page.on('pageerror', (error) => unheard.push(error));
  page.on('request', (request) => {
    if (!request.url().endsWith('/parts')) return;
    const { parts } = request.postDataJSON() as { parts: { number: number }[] };
    asked.push(parts.map(({ number }) => number));
  });
  fake.partSize = MIB;
});

const puts = () => fake.log.filter((line) => line.startsWith('PUT')).map((line) => line.split('/').at(-1));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('the grants of a take of 30 parts are asked for in ten calls at most, each part once and in order', async () => {
  await plantBytes(page, 30 * MIB - 7);
  const local = await previewBytes(page);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(asked.flat()).toEqual(upTo(30));
  expect(asked[0]).toEqual([1]);
  expect(asked.length).toBeLessThanOrEqual(10);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(6);
  expect(puts()).toHaveLength(30);
  expect(fake.bytes.equals(local)).toBe(true);
});

it('while parts are on their way the next ones are hashed and granted, so that a lane that gets free sends at once', async () => {
  await newClient(page, fake, { upload: { ...UPLOAD, stallMs: STALL_MS } });
  await plantBytes(page, 12 * MIB);
  fake.fail(/^PUT .*\/[234]$/, 'hang', 3);
  const submitting = submit(page);
  await expect.poll(() => puts().toSorted()).toEqual(['1', '2', '3', '4']);
  await expect.poll(() => asked.flat()).toEqual(upTo(7));
  expect(puts()).toHaveLength(4);
  expect(await submitting).toEqual({ submissionId: 'sub_tke_1' });
});

it('grants that were asked for ahead are asked for again once one was refused, as they may have expired as well', async () => {
  await newClient(page, fake, { upload: { ...UPLOAD, stallMs: STALL_MS } });
  await plantBytes(page, 8 * MIB);
  const local = await previewBytes(page);
  fake.fail(/^PUT .*\/2$/, { status: 401, code: 'link_expired' });
  // So that none of the others is used before.
  fake.fail(/^PUT .*\/[34]$/, 'hang', 2);
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  const times = (part: number) => asked.flat().filter((number) => number === part).length;
  for (const part of [5, 6, 7]) expect(times(part)).toBeGreaterThan(1);
  expect(fake.bytes.equals(local)).toBe(true);
});

it('of a take that is sent in smaller parts after all, grants for larger ones harm nothing', async () => {
  fake.partSize = 4 * MIB;
  fake.heedsHints = true;
  await newClient(page, fake, { upload: { partMs: 200, stallMs: STALL_MS } });
  await plantBytes(page, 6 * MIB);
  const local = await previewBytes(page);
  fake.fail(/^PUT/, 'hang');
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(fake.partSize).toBe(MIB);
  expect(puts()).toHaveLength(7);
  expect(fake.bytes.equals(local)).toBe(true);
});

it('a call for the grants of several parts that fails is repeated, loses none of them, and leaves no rejection unheard', async () => {
  await plantBytes(page, 12 * MIB);
  const local = await previewBytes(page);
  // The first part alone has its grant before.
  await page.route('**/parts', async (route) => {
    if (asked.length < 2 || asked.length > 4) return route.continue();
    return route.fulfill({ status: 503, json: { code: 'service_unavailable' } });
  });
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expect(fake.bytes.equals(local)).toBe(true);
  expect(puts()).toHaveLength(12);
  expect(unheard).toEqual([]);
});
