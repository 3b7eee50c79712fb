// A seekable copy of a recording as browsers make them: what it costs, against ffmpeg that rewrites the same file, and what
// reads of the API notice of it. The cost is processor time, which a busy machine does not change much. Linux only; asks for
// ffmpeg.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuOf, memoryOf } from './src/processes.mjs';
import { pause, Product } from './product.mjs';
import { inTurns, median, percentile } from './statistics.mjs';
import { Respondent } from './uploads/respondent.mjs';

const GIB = 1024 ** 3;
const ROUNDS = 5;
const SECONDS = 10;
const REPEATS = 26;
const POLL_MS = 50;
const READ_MS = 5;
const READS_ALONE = 400;
const run = promisify(execFile);

/** Four minutes of 8 Mb/s and 30 pictures a second in fragments of a second: 260 MiB. */
async function makeTake(folder) {
  const [clip, take] = [join(folder, 'clip.mp4'), join(folder, 'take.mp4')];
  const picture = 'testsrc2=size=1280x720:rate=30,noise=alls=40:allf=t';
  const inputs = [picture, 'sine=frequency=440:sample_rate=48000'].flatMap((each) => [
    '-f',
    'lavfi',
    '-i',
    each,
  ]);
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-bf', '0'];
  const rate = ['-b:v', '8M', '-minrate', '8M', '-maxrate', '8M', '-bufsize', '8M'];
  const quiet = ['-v', 'error'];
  await run('ffmpeg', [...quiet, ...inputs, '-t', `${SECONDS}`, ...video, ...rate, '-c:a', 'libopus', clip]);
  const fragments = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
  const again = ['-stream_loop', `${REPEATS - 1}`, '-i', clip, '-c', 'copy'];
  await run('ffmpeg', [...quiet, ...again, ...fragments, take]);
  return take;
}

/** Processor time of `ffmpeg` for the same job. */
async function ffmpegSeconds(take) {
  const command = 'ffmpeg -v error -y -i "$0" -c copy -movflags +faststart "$0.fast.mp4"; times';
  const { stdout } = await run('bash', ['-c', command, take]);
  const [children = ''] = stdout.trim().split('\n').slice(-1);
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

/** Has the copy of the newest recording made. */
async function makeCopy(product, key) {
  const { data } = await product.call('GET', '/api/v1/recordings?limit=1', key);
  const [{ id, tracks }] = data;
  const path = `/api/v1/recordings/${id}/tracks/${tracks[0].id}/download-url`;
  for (;;) {
    try {
      return await product.call('POST', path, key, { rendition: 'seekable' });
    } catch (error) {
      if (!String(error).includes('track_not_ready')) throw error;
      await pause(POLL_MS);
    }
  }
}

/** Milliseconds of reads, one every few milliseconds until `isOver`. */
async function readsUntil(product, key, isOver) {
  const times = [];
  while (!isOver(times)) {
    const started = performance.now();
    await product.call('GET', '/api/v1/recordings?limit=1', key);
    times.push(performance.now() - started);
    await pause(READ_MS);
  }
  return times;
}

/** MiB by which the process grows at most during `work`. */
async function growthOf(pid, work) {
  const before = await memoryOf(pid);
  let most = before;
  const timer = setInterval(() => void memoryOf(pid).then((now) => (most = Math.max(most, now))), POLL_MS);
  await work();
  clearInterval(timer);
  return most - before;
}

async function measure(product, take, progress) {
  const bytes = await readFile(take);
  const { pid } = product.credentials;
  const { key } = await product.organization();
  const request = { title: 'Bench', prompt: 'Bench?', status: 'active', openLink: true };
  const { openLink } = await product.call('POST', '/api/v1/capture-requests', key, request);
  const respondent = new Respondent(product, key, openLink, bytes);
  const [grown, alone, beside] = [[], [], []];
  const perGib = (seconds) => (seconds * GIB) / bytes.length;
  const ours = async () => {
    await respondent.upload();
    alone.push(...(await readsUntil(product, key, ({ length }) => length === READS_ALONE)));
    const cost = () => cpuOf([pid], () => makeCopy(product, key));
    let seconds = 0;
    grown.push(await growthOf(pid, async () => (seconds = await cost())));
    // Another copy, for reads beside it would count as its cost.
    await respondent.upload();
    let done = false;
    const making = makeCopy(product, key).finally(() => (done = true));
    beside.push(...(await readsUntil(product, key, () => done)));
    await making;
    return perGib(seconds);
  };
  const contenders = { ours, ffmpeg: async () => perGib(await ffmpegSeconds(take)) };
  const cpu = await inTurns(ROUNDS, contenders, (text) => progress(`${text} s a GiB`));
  return { ...cpu, grown: grown.slice(1), alone, beside };
}

export async function seekable(progress) {
  const product = await Product.start();
  try {
    const take = await makeTake(product.dataDir);
    const { ours, ffmpeg, grown, alone, beside } = await measure(product, take, progress);
    const slowest = [alone, beside].map((times) => percentile(times, 0.99));
    return [
      {
        what: 'processor time of a seekable copy',
        ours: `${median(ours).toFixed(2)} s a GiB`,
        peer: `ffmpeg +faststart ${median(ffmpeg).toFixed(2)} s a GiB`,
        ratio: median(ours).toFixed(2),
        goal: '≤ 4',
        runs: ROUNDS,
      },
      {
        what: 'memory of a seekable copy',
        ours: `${Math.round(Math.max(...grown))} MiB more`,
        peer: 'before it',
        ratio: Math.max(...grown).toFixed(0),
        goal: '≤ 64',
        runs: ROUNDS,
      },
      {
        what: 'slowest hundredth of reads beside a seekable copy',
        ours: `${slowest[1].toFixed(1)} ms`,
        peer: `before it ${slowest[0].toFixed(1)} ms`,
        ratio: (slowest[1] / slowest[0]).toFixed(2),
        goal: '≤ 3',
        runs: beside.length,
      },
    ];
  } finally {
    await product.remove();
  }
}
