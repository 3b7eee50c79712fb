import { expect, it, vi } from 'vitest';
import { isSupported, meetsFloor } from './support.js';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

const agents: [string, string, boolean][] = [
  ['Chrome 124', `${CHROME} Chrome/124.0.0.0 Safari/537.36`, true],
  ['Chrome 123', `${CHROME} Chrome/123.0.0.0 Safari/537.36`, false],
  ['Edge 126', `${CHROME} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, true],
  ['headless Chromium', `${CHROME} HeadlessChrome/156.0.0.0 Safari/537.36`, true],
  [
    'Safari 16.4',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/16.4 Safari/605.1.15`,
    true,
  ],
  [
    'Safari 16.3',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/16.3 Safari/605.1.15`,
    false,
  ],
  [
    'Safari 16.10',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/16.10 Safari/605.1.15`,
    true,
  ],
  [
    'Safari 26.0',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    true,
  ],
  [
    'Chrome on iOS 17',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${WEBKIT} CriOS/119.0 Mobile/15E148 Safari/604.1`,
    true,
  ],
  [
    'Chrome on iOS 15',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 15_7 like Mac OS X) ${WEBKIT} CriOS/119.0 Mobile/15E148 Safari/604.1`,
    false,
  ],
  [
    'Chrome on an iPad, as a phone',
    `Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) ${WEBKIT} CriOS/119.0 Mobile/15E148 Safari/604.1`,
    true,
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', false],
  [
    'Firefox on iOS',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${WEBKIT} FxiOS/120.0 Mobile/15E148 Safari/605.1.15`,
    false,
  ],
  ['nothing known', 'curl/8.0', false],
];

it.each(agents)('%s', (_name, userAgent, isAllowed) => {
  expect(meetsFloor(userAgent)).toBe(isAllowed);
});

// As it asks for pages unless told otherwise: neither the system's version nor its own is that of WebKit.
it.each([
  ['Chrome', `(Macintosh; Intel Mac OS X 10_13_5) ${WEBKIT} CriOS/130 Version/11.1.1 Safari/605.1.15`],
  ['an app', `(Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT}`],
])('%s on an iPad that looks like a Mac is judged by what Safari has since 16.4', (_name, agent) => {
  expect(meetsFloor(`Mozilla/5.0 ${agent}`)).toBe(true);
  vi.stubGlobal('CompressionStream', undefined);
  expect(meetsFloor(`Mozilla/5.0 ${agent}`)).toBe(false);
  vi.unstubAllGlobals();
});

it('is false on a server that imports the SDK to render a page', () => {
  expect(isSupported()).toBe(false);
});
