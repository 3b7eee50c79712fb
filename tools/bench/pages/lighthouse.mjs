// What Lighthouse says of the pages that people open, on its emulated phone: simulated slow 4G and a processor four times slower.
// Scores of performance depend on the machine's load; the others do not.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { Product } from '../product.mjs';
import { median } from '../statistics.mjs';

const RUNS = 3;
const ATTEMPTS = 3;
const GOAL = '≥ 95 points';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
/** By which a browser marks requests of the console's own pages. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** The cookie header of a sign-in of the development organization's owner. */
async function cookieOfOwner({ baseUrl, credentials }) {
  const answer = await fetch(new URL('/console/api/sign-in', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN_PAGE },
    body: JSON.stringify({ email: credentials.consoleEmail, password: credentials.consolePassword }),
  });
  if (answer.status !== 201) throw new Error(`the sign-in was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
}

/** Addresses by name. Pages that are not `isPublic` must not be in search engines, and are not asked whether they could be. */
async function pagesOf(product) {
  const { key } = await product.organization();
  const request = {
    title: 'The night library',
    prompt: 'Which evening in the library do you remember, and why that one?',
    status: 'active',
    openLink: true,
  };
  const { openLink } = await product.call('POST', '/api/v1/capture-requests', key, request);
  const { liveKey } = product.credentials;
  const { joinUrl } = await product.call('POST', '/api/v1/sessions', liveKey);
  return {
    landing: { url: product.baseUrl, isPublic: true },
    recorder: { url: openLink.url },
    join: { url: joinUrl },
    'sign-in': { url: `${product.baseUrl}/console` },
    'console home': { url: `${product.baseUrl}/console/requests`, cookie: await cookieOfOwner(product) },
  };
}

/** Scores of one run. On a busy machine Chromium may miss the beginning of a visit; then it is visited again. */
async function audited(page) {
  for (let attempt = 1; ; attempt += 1) {
    const lhr = await visited(page);
    if (!lhr.runtimeError) return CATEGORIES.map((name) => ({ name, ...scoreOf(lhr, lhr.categories[name]) }));
    if (attempt === ATTEMPTS) throw new Error(`${lhr.runtimeError.code} at ${new URL(page.url).pathname}`);
  }
}

async function visited({ url, isPublic = false, cookie }) {
  const chrome = await launch({
    chromePath: process.env.CAPTURE_CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: FLAGS,
    logLevel: 'silent',
  });
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      output: 'json',
      onlyCategories: CATEGORIES,
      ...(isPublic ? {} : { skipAudits: ['is-crawlable'] }),
      ...(cookie === undefined ? {} : { extraHeaders: { cookie } }),
    });
    return lhr;
  } finally {
    chrome.kill();
  }
}

/** Points out of a hundred, and the audits that cost some. */
function scoreOf({ audits }, { score, auditRefs }) {
  const lost = auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id} ${audits[id].displayValue ?? ''}`.trim());
  return { points: Math.round(score * 100), lost };
}

export async function lighthouseScores(progress) {
  const product = await Product.start();
  try {
    const rows = [];
    for (const [page, options] of Object.entries(await pagesOf(product))) {
      const runs = [];
      for (let run = 1; run <= RUNS; run += 1) {
        runs.push(await audited(options));
        const told = runs.at(-1).map(({ name, points, lost }) => `${name} ${points} (${lost.join(', ')})`);
        progress(`${page}, run ${run} of ${RUNS}: ${told.join('; ')}`);
      }
      for (const [index, name] of CATEGORIES.entries()) {
        const points = runs.map((run) => run[index].points);
        rows.push({
          what: `${page}: ${name}`,
          ours: `${median(points)} points`,
          goal: GOAL,
          runs: points.join(' '),
        });
      }
    }
    return rows;
  } finally {
    await product.remove();
  }
}
