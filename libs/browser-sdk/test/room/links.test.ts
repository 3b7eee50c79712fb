import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestBrowser } from '../fixtures/browser.js';
import { DirectNetwork } from '../fixtures/direct-network.js';
import { linkOf, serveMesh, Signalling } from '../fixtures/mesh-page.js';
import type { RespondFake } from '../fixtures/respond-fake.js';
import { soak, tell } from '../fixtures/soak.js';

const MEETINGS = soak(100, 3);
/** In a soak the network also stays away until the link is given up and made anew, more than once. */
const LONG_CUTS_MS = soak(2, 0) > 1 ? [20_000, 45_000] : [];
/** It is given up 15 s after the network went; a machine that runs all tests may need most of that. */
const BACK_MS = LONG_CUTS_MS.length > 0 ? 5_000 : 14_000;
/** Of a voice, in about half a second. */
const HEARD_BYTES = 1_500;
const PATIENCE = { timeout: 60_000, interval: 20 };

let fake: RespondFake;
let browser: TestBrowser;
let network: DirectNetwork;
let signalling: Signalling;
let ada: Page;
let grace: Page;

beforeAll(async () => {
  [fake, browser] = await Promise.all([serveMesh(), TestBrowser.launch()]);
  network = new DirectNetwork();
  await network.connect(browser.context);
});
afterAll(async () => {
  await browser.close();
  await network.close();
  await fake.stop();
});
beforeEach(async () => {
  network.isCut = false;
  await openBoth();
});
afterEach(closeBoth);

async function openBoth(): Promise<void> {
  signalling = new Signalling();
  ada = await signalling.open(browser, fake.url, 'ada');
  grace = await signalling.open(browser, fake.url, 'grace');
}

async function closeBoth(): Promise<void> {
  await Promise.all([ada, grace].map((page) => page.close()));
}

const links = () => Promise.all([linkOf(ada, 'grace'), linkOf(grace, 'ada')]);

/** Resolves with the link's id once both show moving pictures of each other by one and the same link. */
async function talking(): Promise<string> {
  const before = await links();
  await expect
    .poll(async () => {
      const now = await links();
      const moves = now.map((link, index) => {
        const other = before[index];
        return (link?.picturesShown ?? 0) - (other?.id === link?.id ? (other?.picturesShown ?? 0) : 0) > 3;
      });
      return [...moves, now[0]?.id === now[1]?.id];
    }, PATIENCE)
    .toEqual([true, true, true]);
  return (await linkOf(ada, 'grace'))?.id ?? '';
}

/** Ada was there already. */
async function meet(): Promise<string> {
  await ada.evaluate(() => window.mesh.arrived('grace'));
  return talking();
}

const states = async () => (await links()).map((link) => link?.state);

it(
  `two who each take the other for the one who came later, ${MEETINGS} times, talk by one of both offers`,
  async () => {
    for (let meeting = 0; meeting < MEETINGS; meeting += 1) {
      signalling.crossOffers();
      await Promise.all([
        ada.evaluate(() => window.mesh.arrived('grace')),
        grace.evaluate(() => window.mesh.arrived('ada')),
      ]);
      await talking();
      await closeBoth();
      await openBoth();
      tell('meetings', meeting + 1, MEETINGS);
    }
  },
  MEETINGS * 60_000,
);

it('a link that loses its network is repaired in place, and talks again soon after its return', async () => {
  const id = await meet();
  network.isCut = true;
  await expect.poll(states, PATIENCE).toEqual(['disconnected', 'disconnected']);
  const { offers } = signalling;
  // What repairs it is said before the browser gives the link up, and cannot work yet.
  await expect.poll(() => signalling.offers, PATIENCE).toBeGreaterThan(offers);
  expect(await ada.evaluate(() => window.linkStates)).not.toContain('failed');
  network.isCut = false;
  const returned = performance.now();
  expect(await talking()).toBe(id);
  expect(performance.now() - returned).toBeLessThan(BACK_MS);
});

it.each(LONG_CUTS_MS)(
  'after %i ms without a network two pages talk again soon after its return',
  async (ms) => {
    await meet();
    network.isCut = true;
    await new Promise((resolve) => setTimeout(resolve, ms));
    network.isCut = false;
    const returned = performance.now();
    await talking();
    expect(performance.now() - returned).toBeLessThan(BACK_MS);
  },
);

it('while nothing can be said through the room, two go on talking, and by the same link once it can', async () => {
  const id = await meet();
  signalling.isCut = true;
  await talking();
  signalling.isCut = false;
  await Promise.all([
    ada.evaluate(() => window.mesh.greet(['ada', 'grace'])),
    grace.evaluate(() => window.mesh.greet(['ada', 'grace'])),
  ]);
  expect(await talking()).toBe(id);
});

it('a device that gives its pictures up for its recording is still heard, and is seen again afterwards', async () => {
  const id = await meet();
  const strained = (strain: 0 | 2): Promise<void> =>
    ada.evaluate((level) => {
      window.strain = level;
      window.mesh.refresh();
    }, strain);
  await strained(2);
  const shown = async () => (await linkOf(grace, 'ada'))?.picturesShown;
  // A picture may be on its way.
  await expect.poll(async () => (await shown()) === (await later(shown)), PATIENCE).toBe(true);
  const before = await linkOf(grace, 'ada');
  await expect
    .poll(async () => (await linkOf(grace, 'ada'))?.voiceBytes, PATIENCE)
    .toBeGreaterThan((before?.voiceBytes ?? 0) + HEARD_BYTES);
  expect(await shown()).toBe(before?.picturesShown);
  await strained(0);
  expect(await talking()).toBe(id);
});

/** The same after more than the time of several pictures. */
async function later<T>(ask: () => Promise<T>): Promise<T> {
  const { voiceBytes = 0 } = (await linkOf(grace, 'ada')) ?? {};
  await expect
    .poll(async () => (await linkOf(grace, 'ada'))?.voiceBytes, PATIENCE)
    .toBeGreaterThan(voiceBytes + HEARD_BYTES);
  return ask();
}
