import { chromium, type Browser, type Page } from 'playwright-core';

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
const executablePath = process.env['CAPTURE_CHROMIUM'] ?? '/usr/bin/chromium';

/** Launches Chromium with a fake camera and microphone and without permission prompts; `flags` are added. */
export function launch(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** Turns the devices on and records a take, up to the review before submitting. */
export async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click();
  await recordTwoSeconds(page);
  await page.getByRole('button', { name: 'Record again' }).waitFor({ timeout: 20_000 });
}

/** Starts a recording in the preview and stops it when the page's timer shows two seconds. */
export async function recordTwoSeconds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  const stop = page.getByRole('button', { name: 'Stop recording' });
  await stop.waitFor({ timeout: 20_000 });
  await page
    .getByRole('timer')
    .filter({ hasText: /0:0[2-9]/ })
    .first()
    .waitFor({ timeout: 20_000 });
  await stop.click();
}
