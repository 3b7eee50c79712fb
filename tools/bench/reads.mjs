// The read path against what it stands on: one read by id with a key, in both modes, and @fastify/http-proxy in front of
// Fastify with pg on the same database. All servers, PostgreSQL among them, share one core; the load has the other. Linux only.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rate } from './gateway.mjs';
import { cpuOf, onProcessor, pinTo, startPeer } from './src/processes.mjs';
import { Product } from './product.mjs';
import { inTurns, median, percentile, ratio } from './statistics.mjs';

const ROUNDS = 5;
/** A process compiles what it runs often, and gets twice as fast by that in its first ten seconds on one core. */
const WARM_UPS = 4;
const [SERVERS, LOAD] = [0, 1];
const GOALS = { standalone: '≥ 0.6', distributed: '≥ 0.45' };
/** Processor time of a process for one read, in microseconds. */
const CPU_GOALS = { gateway: 250, 'capture-requests': 300 };

/** What several runs of one contender say: answers per second, and how long single answers took. */
class Contender {
  #times = [];

  constructor(origin, path, headers = {}) {
    this.ask = (times) => rate(origin, path, () => headers, times);
  }

  run = (counts) => this.ask(counts ? this.#times : []);

  /** p99 of an answer as a multiple of the median. */
  get tail() {
    return percentile(this.#times, 0.99) / median(this.#times);
  }
}

/** Microseconds of processor time for one read, of a process of the product and what it started. */
async function costs(product, contender) {
  const pids = JSON.parse(await readFile(join(product.dataDir, 'processes.json'), 'utf8'));
  const rows = [];
  for (const [name, most] of Object.entries(CPU_GOALS)) {
    const started = performance.now();
    let perSec = 0;
    const seconds = await cpuOf([pids[name]], async () => (perSec = await contender.run(false)));
    const answers = perSec * ((performance.now() - started) / 1000);
    const micros = (seconds / answers) * 1e6;
    rows.push({
      what: `processor time of ${name} for a read by id`,
      ours: `${Math.round(micros)} µs`,
      peer: `wanted ${most} µs`,
      ratio: ratio(micros, most),
      goal: '≤ 1',
      runs: 1,
    });
  }
  return rows;
}

async function readsOf(mode, progress) {
  const product = await Product.start(mode);
  const peers = [];
  try {
    const { key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?' };
    const { id } = await product.call('POST', '/api/v1/capture-requests', key, request);
    const rows = await startPeer('rows', await product.databaseUrl());
    const proxy = await startPeer('proxy', rows.origin);
    peers.push(rows, proxy);
    await pinTo(SERVERS, [product.credentials.pid, rows.pid, proxy.pid]);
    const path = `/api/v1/capture-requests/${id}`;
    const ours = new Contender(product.baseUrl, path, { authorization: `Bearer ${key}` });
    const contenders = { ours: ours.run, peer: new Contender(proxy.origin, `/${id}`).run };
    const figures = await inTurns(
      ROUNDS,
      contenders,
      (text) => progress(`${mode}, ${text} answers/s`),
      WARM_UPS,
    );
    const [mine, theirs] = [median(figures.ours), median(figures.peer)];
    const row = { runs: ROUNDS };
    return [
      {
        ...row,
        what: `read by id, ${mode}, servers on one core`,
        ours: `${Math.round(mine)}/s`,
        peer: `@fastify/http-proxy → Fastify + pg ${Math.round(theirs)}/s`,
        ratio: ratio(mine, theirs),
        goal: GOALS[mode],
      },
      {
        ...row,
        what: `slowest hundredth of these reads, ${mode}`,
        ours: `${ours.tail.toFixed(2)} medians`,
        peer: 'the median',
        ratio: ours.tail.toFixed(2),
        goal: '≤ 3',
      },
      ...(mode === 'distributed' ? await costs(product, ours) : []),
    ];
  } finally {
    for (const peer of peers) peer.stop();
    await product.remove();
  }
}

export async function reads(progress) {
  return onProcessor(LOAD, async () => {
    const rows = [];
    for (const mode of Object.keys(GOALS)) rows.push(...(await readsOf(mode, progress)));
    return rows;
  });
}
