/** A respondent's browser, with everything watched that must never happen in it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect } from 'vitest';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream=fps=30',
];
const executablePath = process.env['CAPTURE_CHROMIUM'] ?? '/usr/bin/chromium';
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function launch(permission: 'allow' | 'deny'): Promise<Browser> {
  const prompt = `--use-fake-ui-for-media-stream${permission === 'deny' ? '=deny' : ''}`;
  return chromium.launch({ executablePath, args: [...FLAGS, prompt] });
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Requests to any origin but the page's own. */
  strangers: string[];
  /** Refusals of the content security policy, and errors nobody caught. */
  trouble: string[];
  /** Tracks of the camera and microphone that are still on. */
  liveTracks(): Promise<number>;
}

export async function visit(
  browser: Browser,
  base: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  const strangers: string[] = [];
  const trouble: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== base && protocol !== 'blob:') strangers.push(request.url());
  });
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) trouble.push(message.text());
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.addInitScript(rememberTracks);
  return { page, context, strangers, trouble, liveTracks: () => page.evaluate(countLiveTracks) };
}

/** Axe over the page as it stands: WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // Through the debugger, since the policy of the page rightly refuses an injected script.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(o: object): Promise<AxeResults> } };
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const results = await axe.run({ runOnly: { type: 'tag', values } });
    if (results.passes.length === 0) return ['axe found nothing to look at'];
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
  expect(violations).toEqual([]);
}

/** WCAG 1.4.10: nothing to scroll sideways at 320 CSS pixels. */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (before) await page.setViewportSize(before);
}

function rememberTracks(): void {
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { openedTracks: tracks });
  const { mediaDevices } = navigator;
  const open = mediaDevices?.getUserMedia.bind(mediaDevices);
  if (!open) return;
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
}

function countLiveTracks(): number {
  const { openedTracks } = window as unknown as { openedTracks: MediaStreamTrack[] };
  return openedTracks.filter((track) => track.readyState === 'live').length;
}
