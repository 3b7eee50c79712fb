import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
/** An origin without TLS where pages may record all the same, as they may on localhost. */
const recordsAt = process.env['CAPTURE_E2E_RECORDS_AT'];
if (recordsAt !== undefined) FLAGS.push(`--unsafely-treat-insecure-origin-as-secure=${recordsAt}`);
/** How long a page waits for what it is told to find, which a machine with several browsers shows late. */
const PATIENCE_MS = 60_000;
const executablePath = process.env['CAPTURE_CHROMIUM'] ?? '/usr/bin/chromium';

/** Launches Chromium with a fake camera and microphone and without permission prompts; `flags` are added. */
export function launch(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** The same with a folder in which what its pages store stays when it ends. */
export function launchWithProfile(folder: string, flags: readonly string[] = []): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath, args: [...FLAGS, ...flags] });
}

/** What runs in front of Chromium's own program must not be Debian's script, which the clock's library would break. */
const skewedPath = process.env['CAPTURE_CHROMIUM'] ?? '/usr/lib/chromium/chromium';
const FAKETIME = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** A Chromium whose clocks are off: `-3s x1.00005` is three seconds behind and 50 ppm fast. */
export function launchSkewed(clock: string, flags: readonly string[] = []): Promise<Browser> {
  const env = { ...process.env, LD_PRELOAD: FAKETIME, FAKETIME: clock } as Record<string, string>;
  return chromium.launch({ executablePath: skewedPath, args: [...FLAGS, ...flags], env });
}

/** A page in a window of its own that waits longer than Playwright does. */
export async function patientPage(
  browser: Browser,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/** Turns the devices on and records a take, up to the review before submitting. */
export async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click();
  await recordTwoSeconds(page);
  await page.getByRole('button', { name: 'Record again' }).waitFor({ timeout: PATIENCE_MS });
}

/** Starts a recording in the preview and stops it when the page's timer shows two seconds. */
export async function recordTwoSeconds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  const stop = page.getByRole('button', { name: 'Stop recording' });
  await stop.waitFor({ timeout: PATIENCE_MS });
  await page
    .getByRole('timer')
    .filter({ hasText: /0:0[2-9]/ })
    .first()
    .waitFor({ timeout: PATIENCE_MS });
  await stop.click();
}
