/** What every page of the product has to be, and pictures of it for the guides. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Where the pictures of the guides are written to; none are taken without it. */
export const PICTURES = process.env['CAPTURE_SCREENSHOTS'];

/** What axe finds against WCAG 2.2 AA on the page as it is. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Through the debugger: the page's policy refuses injected scripts.
  await page.evaluate(axeSource);
  return page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const { passes, violations } = await axe.run({ runOnly: { type: 'tag', values } });
    if (passes.length === 0) return ['axe found nothing to look at'];
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, STANDARDS);
}

/** What stands out to a side, where the page needs a sideways scroll at the width of its window. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth || element.getBoundingClientRect().left < 0,
    );
    return [`${scrollWidth} pixels`, ...outside.map(({ outerHTML }) => outerHTML.slice(0, 120))];
  });
}

export async function guidePicture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined)
    await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
}
