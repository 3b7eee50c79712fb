// A take, from the first request until its bytes are on disk, against the tus reference server and plain streams to files.
// The same conditions for all: three streams, SHA-256 by both ends while the clock runs, synced to disk; all servers share one
// core, PostgreSQL among them, the load has the other. On S3, what of the media passes our processes. Linux only.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Product } from '../product.mjs';
import { bytesOf, cpuOf, onProcessor, pinTo } from '../src/processes.mjs';
import { inTurns, median, ratio } from '../statistics.mjs';
import { startPeers } from './peers.mjs';
import { MIB, Respondent } from './respondent.mjs';
import { startS3 } from './s3-server.mjs';

const SIZE_MIB = 512;
const S3_SIZE_MIB = 128;
const ROUNDS = 5;
const [SERVERS, LOAD] = [0, 1];
/** What a mode has to reach: of the peers' rates, of tus's processor time, and milliseconds of completing. */
const GOALS = {
  standalone: { tus: '≥ 1', plain: '≥ 0.9', landed: '≥ 0.9', cpu: '≤ 1', completeMs: '≤ 150 ms' },
  distributed: { tus: '≥ 0.6', plain: '≥ 0.5', landed: '≥ 0.5', cpu: '≤ 1.7', completeMs: '≤ 150 ms' },
};

function mp4Of(mib) {
  const bytes = randomBytes(mib * MIB);
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1');
  return bytes;
}

/** Runs of one contender: rates come as results, processor time is kept. */
class Contender {
  cpuSecAGib = [];

  constructor(pid, seconds) {
    this.run = async () => {
      let took = 0;
      const spent = await cpuOf([pid], async () => (took = await seconds()));
      this.cpuSecAGib.push((spent * 1024) / SIZE_MIB);
      return SIZE_MIB / took;
    };
  }

  /** Seconds of processor time a GiB; the warm-up does not count. */
  get cpu() {
    return median(this.cpuSecAGib.slice(1));
  }
}

function rowsOf(mode, { rates, ours, tus, landedSec, completeMs }) {
  const rate = Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]));
  const goals = GOALS[mode];
  const landed = SIZE_MIB / median(landedSec);
  const row = (what, mine, name, peer, goal) => ({
    what: `upload of ${SIZE_MIB} MiB, ${mode}, ${what}`,
    ours: `${Math.round(mine)} MiB/s`,
    peer: `${name} ${Math.round(peer)} MiB/s`,
    ratio: ratio(mine, peer),
    goal,
    runs: ROUNDS,
  });
  return [
    row('every part on disk', rate.ours, '@tus/server', rate.tus, goals.tus),
    row('every part on disk', rate.ours, 'Fastify to files', rate.plain, goals.plain),
    row('until complete answered', landed, '@tus/server', rate.tus, goals.landed),
    {
      what: `processor time of an upload and its completion, ${mode}`,
      ours: `${ours.cpu.toFixed(2)} s a GiB`,
      peer: `@tus/server ${tus.cpu.toFixed(2)} s a GiB`,
      ratio: ratio(ours.cpu, tus.cpu),
      goal: goals.cpu,
      runs: ROUNDS,
    },
    {
      what: `completing ${SIZE_MIB} MiB, ${mode}`,
      ours: `${Math.round(median(completeMs))} ms`,
      peer: 'none',
      goal: goals.completeMs,
      runs: ROUNDS,
    },
  ];
}

async function uploadsOf(mode, progress) {
  const bytes = mp4Of(SIZE_MIB);
  const product = await Product.start(mode);
  const peers = await startPeers(join(product.dataDir, 'peers'), bytes);
  try {
    const respondent = await Respondent.create(product, bytes);
    await pinTo(SERVERS, [product.credentials.pid, peers.pid]);
    const [landedSec, completeMs] = [[], []];
    const sendTake = async () => {
      const started = performance.now();
      const take = await respondent.sendParts();
      const stored = performance.now();
      await respondent.complete(take);
      const landed = performance.now();
      landedSec.push((landed - started) / 1000);
      completeMs.push(landed - stored);
      return (stored - started) / 1000;
    };
    const ours = new Contender(product.credentials.pid, sendTake);
    const tus = new Contender(peers.pid, peers.tus);
    const plain = new Contender(peers.pid, peers.plain);
    const cleared = (contender) => () => contender.run().finally(peers.clear);
    const contenders = { ours: ours.run, tus: cleared(tus), plain: cleared(plain) };
    const rates = await inTurns(ROUNDS, contenders, (text) => progress(`${mode}, ${text} MiB/s`));
    return rowsOf(mode, {
      ...{ rates, ours, tus },
      landedSec: landedSec.slice(1),
      completeMs: completeMs.slice(1),
    });
  } finally {
    peers.stop();
    await product.remove();
  }
}

/** On S3: bytes that our processes read and write, by any system call, for each byte of media. */
async function straightToTheStore(progress) {
  const bytes = mp4Of(S3_SIZE_MIB);
  const s3 = await startS3();
  let product;
  try {
    product = await Product.start('distributed', s3.settings);
    const respondent = await Respondent.create(product, bytes);
    const pids = [product.credentials.pid];
    let take;
    const sent = await bytesOf(pids, async () => (take = await respondent.sendParts()));
    const completed = await bytesOf(pids, () => respondent.complete(take));
    progress(`S3, ${sent / MIB} MiB while sending, ${completed / MIB} MiB while completing`);
    const row = (what, passed, goal) => ({
      what: `media through our processes, S3, ${what}`,
      ours: `${(passed / MIB).toFixed(1)} MiB`,
      peer: `${S3_SIZE_MIB} MiB of media`,
      ratio: ratio(passed, bytes.length),
      goal,
      runs: 1,
    });
    // Calls and statements are bytes as well; one part of the sixteen would be 0.12.
    return [row('sending a take', sent, '≤ 0.05'), row('completing it', completed, '≤ 0.05')];
  } finally {
    await product?.remove();
    await s3.stop();
  }
}

export async function upload(progress) {
  return onProcessor(LOAD, async () => {
    const rows = [];
    for (const mode of Object.keys(GOALS)) rows.push(...(await uploadsOf(mode, progress)));
    return [...rows, ...(await straightToTheStore(progress))];
  });
}
