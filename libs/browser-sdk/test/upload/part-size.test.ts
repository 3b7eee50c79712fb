import { beforeEach, describe, expect, it } from 'vitest';
import { newClient, plantBytes, previewBytes, submit } from '../fixtures/browser.js';
import { fake, page, usePage } from '../fixtures/test-page.js';

const MIB = 1024 * 1024;
const UPLOAD = { partMs: 200, stallMs: 1000 };
/** Hints of the openings since the page was opened. */
let hints: unknown[];

usePage({ upload: UPLOAD });
beforeEach(async () => {
  hints = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/takes'))
      hints.push((request.postDataJSON() as { partSizeHint?: number }).partSizeHint);
  });
  fake.partSize = 8 * MIB;
  fake.heedsHints = true;
  await page.evaluate(() => localStorage.clear());
});

const sizes = () =>
  [...([...fake.takes.values()].at(-1)?.parts ?? [])].map(([number, { length }]) => [number, length]);
const puts = () => fake.log.filter((line) => line.startsWith('PUT')).map((line) => line.split('/').at(-1));

describe('a part that the network does not carry', () => {
  it('makes the take be opened again with smaller ones, which then land', async () => {
    await plantBytes(page, 3 * MIB + 7);
    const local = await previewBytes(page);
    fake.fail(/^PUT/, 'hang');
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expect(hints).toEqual([undefined, expect.toSatisfy((hint: number) => hint >= MIB && hint < 3 * MIB)]);
    expect(fake.takes.size).toBe(1);
    expect(fake.partSize).toBeLessThan(3 * MIB);
    expect(fake.bytes.equals(local)).toBe(true);
  });

  it('is sent again as it is when the service gives no smaller ones', async () => {
    fake.heedsHints = false;
    await plantBytes(page, 2 * MIB);
    fake.fail(/^PUT/, 'hang', 2);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expect(hints).toHaveLength(2);
    expect(sizes()).toEqual([[1, 2 * MIB]]);
  });

  it('keeps its size once one of them is stored, over a reload as well', async () => {
    fake.partSize = 2 * MIB;
    await plantBytes(page, 5 * MIB);
    fake.fail(/^PUT .*\/2$/, 'hang', 100);
    const cut = submit(page).catch(() => undefined);
    await expect.poll(puts).toContain('2');
    expect(fake.takes.get('tke_1')?.parts.has(1)).toBe(true);
    await page.reload();
    await cut;
    fake.endFaults();
    await page.evaluate((size) => localStorage.setItem('capture:part-size', String(size)), MIB);
    await newClient(page, fake, { upload: UPLOAD });
    await page.evaluate(() => window.client.recover());
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expect(hints.at(-1)).toBe(MIB);
    expect(sizes().sort()).toEqual([
      [1, 2 * MIB],
      [2, 2 * MIB],
      [3, MIB],
    ]);
    expect(puts().filter((number) => number === '1')).toHaveLength(1);
  });
});

it('the first part goes alone, and others beside each other once it has landed', async () => {
  fake.partSize = MIB;
  // Every part counts as quick.
  await newClient(page, fake, { upload: { ...UPLOAD, partMs: 60_000 } });
  await plantBytes(page, 5 * MIB);
  fake.fail(/^PUT .*\/1$/, { status: 503 }, 2);
  fake.fail(/^PUT .*\/[234]$/, 'hang', 3);
  const submitting = submit(page);
  // Which of them comes first is the network's affair.
  const beginning = () => [puts().slice(0, 3), puts().slice(3, 6).toSorted()];
  await expect.poll(beginning).toEqual([
    ['1', '1', '1'],
    ['2', '3', '4'],
  ]);
  expect(await submitting).toEqual({ submissionId: 'sub_tke_1' });
});

it('what the last part took decides what the next take asks for', async () => {
  await plantBytes(page, 2 * MIB);
  await submit(page);
  await plantBytes(page, 2 * MIB);
  await submit(page);
  const [first, second] = hints;
  expect(first).toBeUndefined();
  expect(second).toBeGreaterThanOrEqual(MIB);
  expect(second).toBeLessThanOrEqual(32 * MIB);
  expect(second).toBe(Math.round(Number(second)));
});
