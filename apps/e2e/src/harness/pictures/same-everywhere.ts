import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';

const require = createRequire(import.meta.url);

/** On every page of the product, by weight. Machines have different fonts of their own. */
const FONTS: readonly (readonly [file: string, weight: number])[] = [
  [require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff2'), 400],
  [require.resolve('@fontsource/inter/files/inter-latin-600-normal.woff2'), 600],
  [require.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2'), 400],
  [require.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2'), 600],
];
const INSTANT = '2026-03-04T10:20:30.000Z';

/** What a context needs of which pictures are taken: fonts are added, which a page's policy would refuse. */
export const PICTURED: BrowserContextOptions = {
  bypassCSP: true,
  locale: 'en-US',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
};

async function style(): Promise<string> {
  const faces = await Promise.all(
    FONTS.map(async ([file, weight]) => {
      const data = (await readFile(file)).toString('base64');
      const family = file.includes('arabic') ? 'Pictured Arabic' : 'Pictured';
      return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}); }`;
    }),
  );
  return `${faces.join('\n')}
    *, *::before, *::after { font-family: 'Pictured', 'Pictured Arabic' !important; caret-color: transparent !important; }`;
}

/** Pages that are opened from now on look the same on every machine and every day: their fonts, their clock, the instants of answers. */
export async function looksTheSame(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-03-05T09:00:00Z');
  // A picture of a recording comes when it has been decoded.
  await page.route('**/poster', (route) => route.fulfill({ status: 204 }));
  await page.addInitScript(
    ([css, instant]) => {
      const text = Response.prototype.text;
      Response.prototype.text = async function (this: Response) {
        const answer = await text.call(this);
        const instants = answer.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, instant);
        // A use of a key is written down some seconds later.
        return instants
          .replace('"lastUsedAt":null', `"lastUsedAt":"${instant}"`)
          .replace(/"\d{4}-\d\d-\d\d"/g, `"${instant.slice(0, 10)}"`);
      };
      addEventListener('DOMContentLoaded', () => {
        const added = document.createElement('style');
        added.textContent = css;
        document.head.append(added);
      });
    },
    [await style(), INSTANT] as const,
  );
}

/** Puts the same text for what is made anew with every run: ids, keys, ports, versions of browsers. */
export function withoutChance(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const fixed = (text: string): string =>
      text
        .replace(/cap_(live|test)_\w+/g, 'cap_$1_0000')
        .replace(/[\w-]{20,}/g, 'x'.repeat(26))
        .replace(/\b[a-z\d]{3}(-[a-z\d]{3}){2}\b/g, 'abc-def-ghj')
        .replace(/(localhost|127\.0\.0\.1):\d+/g, 'capture.example')
        .replace(/Chrom(e|ium) [\d.]+/g, 'Chromium')
        .replace(/127\.0\.0\.1|::1/g, '192.0.2.1');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? '';
      if (fixed(text) !== text) node.nodeValue = fixed(text);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (field.type !== 'file' && fixed(field.value) !== field.value) field.value = fixed(field.value);
    await document.fonts.ready;
  });
}
