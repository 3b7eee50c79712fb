// What signed-in people cost: sign-ins resolved per second, and calls with a key beside a flood of wrong passwords from many
// addresses. Linux only: the flood comes from other addresses of the loopback network.
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { rate } from '../gateway.mjs';
import { OWN_PAGE, pause, Product } from '../product.mjs';
import { inTurns, median, percentile, ratio } from '../statistics.mjs';

const ROUNDS = 5;
const MODES = ['standalone', 'distributed'];
const PEOPLE = 20;
/** Wrong passwords a second, of which one core can check about five. */
const FLOOD_PER_SEC = 200;
const FLOOD_ADDRESSES = 100;
const READS_PER_SEC = 100;
const SECONDS = 5;
/** Until a flood has filled the queue of those who wait for their password to be checked. */
const LEAD_SECONDS = 2;

/** Cookies of this many sign-ins of the development organization's owner. */
async function signedIn(product, count) {
  const cookies = [];
  while (cookies.length < count) cookies.push(await product.signIn());
  return cookies;
}

/** Starts `work` so many times a second, whether or not earlier ones have ended, and waits for all of them. */
export async function paced(perSec, seconds, work) {
  const started = performance.now();
  const all = [];
  for (let now = 0; now < seconds * 1000; now = performance.now() - started) {
    while (all.length < (now * perSec) / 1000) all.push(work(all.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(all);
}

/** Wrong passwords of as many people, each from one of many addresses, until the returned function is called. */
function flood(origin) {
  const pools = Array.from(
    { length: FLOOD_ADDRESSES },
    (_, index) => new Pool(origin, { connections: 8, localAddress: `127.0.1.${index + 1}` }),
  );
  const headers = { 'content-type': 'application/json', ...OWN_PAGE };
  const attempt = async (index) => {
    const email = `${randomBytes(8).toString('hex')}@flood.test`;
    const body = JSON.stringify({ email, password: 'not the right one' });
    const call = { method: 'POST', path: '/console/api/sign-in', headers, body };
    const answer = await pools[index % pools.length].request(call);
    await answer.body.dump();
    return answer.statusCode;
  };
  const statuses = {};
  const run = async () => {
    await paced(FLOOD_PER_SEC, LEAD_SECONDS + SECONDS, async (index) => {
      const status = await attempt(index).catch(({ code }) => code);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  };
  return { run, statuses, close: () => Promise.all(pools.map((pool) => pool.destroy())) };
}

/** The slowest hundredth of paced reads, in milliseconds. */
async function slowest(pool, path, headers) {
  const times = [];
  await paced(READS_PER_SEC, SECONDS, async () => {
    const asked = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`the read was answered ${statusCode}`);
    times.push(performance.now() - asked);
  });
  return percentile(times, 0.99);
}

/** What is left of the time of a member's call when that of the same call with a key is taken off, is that of the sign-in. */
async function resolved(product, mode, progress) {
  const { liveKey } = product.credentials;
  const request = { title: 'Bench', prompt: 'Bench?' };
  const { id } = await product.call('POST', '/api/v1/capture-requests', liveKey, request);
  const cookies = await signedIn(product, PEOPLE);
  let next = 0;
  const asMember = () => ({ cookie: cookies[(next += 1) % cookies.length] });
  const contenders = {
    member: () => rate(product.baseUrl, `/console/api/capture-requests/${id}`, asMember),
    key: () =>
      rate(product.baseUrl, `/api/v1/capture-requests/${id}`, () => ({ authorization: `Bearer ${liveKey}` })),
  };
  const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${mode}, ${text} answers/s`));
  const [member, key] = [median(figures.member), median(figures.key)];
  return {
    what: `sign-ins resolved, ${mode}`,
    ours: `${Math.round(1 / (1 / member - 1 / key))}/s`,
    peer: `calls of members ${Math.round(member)}/s, with a key ${Math.round(key)}/s`,
    goal: '≥ 1000/s',
    runs: ROUNDS,
  };
}

async function besideFlood(product, mode, progress) {
  const { key } = await product.organization();
  const { id } = await product.call('POST', '/api/v1/capture-requests', key, {
    title: 'Bench',
    prompt: 'B?',
  });
  const pool = new Pool(product.baseUrl, { connections: 32 });
  const read = () => slowest(pool, `/api/v1/capture-requests/${id}`, { authorization: `Bearer ${key}` });
  const { run, statuses, close } = flood(product.baseUrl);
  const beside = async () => (await Promise.all([pause(LEAD_SECONDS * 1000).then(read), run()]))[0];
  try {
    const figures = await inTurns(ROUNDS, { alone: read, beside }, (text) => progress(`${mode}, ${text} ms`));
    progress(`${mode}, the flood was answered ${JSON.stringify(statuses)}`);
    const [alone, flooded] = [median(figures.alone), median(figures.beside)];
    return {
      what: `slowest hundredth of ${READS_PER_SEC} reads/s beside ${FLOOD_PER_SEC} wrong passwords/s, ${mode}`,
      ours: `${flooded.toFixed(1)} ms`,
      peer: `without them ${alone.toFixed(1)} ms`,
      ratio: ratio(flooded, alone),
      goal: '≤ 2',
      runs: ROUNDS,
    };
  } finally {
    await pool.close();
    await close();
  }
}

export async function signIns(progress) {
  const rows = [];
  for (const mode of MODES) {
    const product = await Product.start(mode);
    try {
      rows.push(await resolved(product, mode, progress), await besideFlood(product, mode, progress));
    } finally {
      await product.remove();
    }
  }
  return rows;
}
