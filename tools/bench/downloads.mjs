// Downloads against a plain server that streams the same file: the whole take, and ranges of it, in both modes. The cost
// is processor time of the servers, which a busy machine does not change much. Linux only.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { cpuOf, memoryOf, startPeer } from './src/processes.mjs';
import { Product } from './product.mjs';
import { inTurns, median, ratio } from './statistics.mjs';
import { Respondent } from './uploads/respondent.mjs';

const MIB = 1024 * 1024;
const SIZE_MIB = 256;
const ROUNDS = 5;
const RANGES = 200;
const AT_ONCE = 100;

/** Reads an answer and drops it. @throws when it is not `bytes` long */
function drop(url, bytes, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (answer) => {
      let count = 0;
      answer.on('data', (chunk) => (count += chunk.length));
      answer.once('error', reject);
      answer.once('end', () =>
        count === bytes ? resolve() : reject(new Error(`${count} bytes of ${bytes}`)),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

const seconds = async (work) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/** URL of the one take of an organization. */
async function mint(product, key) {
  const { data } = await product.call('GET', '/api/v1/recordings?limit=1', key);
  const [{ id, tracks }] = data;
  const path = `/api/v1/recordings/${id}/tracks/${tracks[0].id}/download-url`;
  const { url } = await product.call('POST', path, key, {});
  const { pathname, search } = new URL(url);
  return `${product.baseUrl}${pathname}${search}`;
}

/** Median milliseconds of a range of 1 MiB, somewhere in the take, one after another. */
async function rangeMs(url) {
  const times = [];
  for (let read = 0; read < RANGES; read += 1) {
    const start = Math.floor(((read * 7919) % 1000) * ((SIZE_MIB - 1) / 1000) * MIB);
    const range = { range: `bytes=${start}-${start + MIB - 1}` };
    times.push(1000 * (await seconds(() => drop(url, MIB, range))));
  }
  return median(times);
}

/** The process that serves media. */
async function mediaProcess(product, mode) {
  if (mode === 'standalone') return product.credentials.pid;
  return JSON.parse(await readFile(join(product.dataDir, 'processes.json'), 'utf8')).recordings;
}

/** MiB by which the memory of the process that serves media grows at most while many download. */
async function growth(product, mode, url) {
  const pid = await mediaProcess(product, mode);
  await Promise.all(Array.from({ length: AT_ONCE }, () => drop(url, MIB, { range: `bytes=0-${MIB - 1}` })));
  const before = await memoryOf(pid);
  let most = before;
  const timer = setInterval(() => void memoryOf(pid).then((now) => (most = Math.max(most, now))), 100);
  const part = { range: `bytes=0-${16 * MIB - 1}` };
  await Promise.all(Array.from({ length: AT_ONCE }, () => drop(url, 16 * MIB, part)));
  clearInterval(timer);
  return most - before;
}

async function downloadsOf(mode, progress) {
  const product = await Product.start(mode);
  const bytes = randomBytes(SIZE_MIB * MIB);
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1');
  const plainFile = join(product.dataDir, 'plain.bin');
  await writeFile(plainFile, bytes);
  const peer = await startPeer('file', plainFile);
  try {
    const { key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?', status: 'active', openLink: true };
    const { openLink } = await product.call('POST', '/api/v1/capture-requests', key, request);
    await new Respondent(product, key, openLink, bytes).upload();
    const url = await mint(product, key);
    const whole = { ours: [url, product.credentials.pid], peer: [peer.origin, peer.pid] };
    const cpu = { ours: [], peer: [] };
    const contenders = Object.fromEntries(
      Object.entries(whole).map(([name, [from, pid]]) => [
        name,
        async () => {
          let took = 0;
          const spent = await cpuOf(
            [pid],
            async () => (took = await seconds(() => drop(from, bytes.length))),
          );
          cpu[name].push((spent * 1024) / SIZE_MIB);
          return SIZE_MIB / took;
        },
      ]),
    );
    const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${mode}, ${text} MiB/s`));
    const ranges = { ours: () => rangeMs(url), peer: () => rangeMs(peer.origin) };
    const times = await inTurns(ROUNDS, ranges, (text) => progress(`${mode}, ${text} ms a range`));
    const grown = await growth(product, mode, url);
    const row = (what, unit, mine, theirs, goal, digits = 0) => ({
      what: `${what}, ${mode}`,
      ours: `${mine.toFixed(digits)} ${unit}`,
      peer: `Fastify of a file ${theirs.toFixed(digits)} ${unit}`,
      ratio: ratio(mine, theirs),
      goal,
      runs: ROUNDS,
    });
    return [
      row(`download of ${SIZE_MIB} MiB`, 'MiB/s', median(figures.ours), median(figures.peer), '≥ 0.9'),
      row('processor time of a download', 's a GiB', median(cpu.ours), median(cpu.peer), '≤ 1.1', 2),
      {
        ...row('range of 1 MiB', 'ms', median(times.ours), median(times.peer), '≤ 4', 2),
        peer: 'wanted 4 ms',
        ratio: median(times.ours).toFixed(2),
      },
      {
        what: `memory of ${AT_ONCE} downloads at once, ${mode}`,
        ours: `${Math.round(grown)} MiB more`,
        peer: 'one download',
        ratio: grown.toFixed(0),
        goal: '≤ 96',
        runs: 1,
      },
    ];
  } finally {
    peer.stop();
    await product.remove();
  }
}

export async function downloads(progress) {
  return [...(await downloadsOf('standalone', progress)), ...(await downloadsOf('distributed', progress))];
}
