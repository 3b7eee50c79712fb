// What tracing takes from a read by id: processor time of the gateway and the service behind it, with one trace in ten recorded and
// with none, in turns. Linux only.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rate } from './gateway.mjs';
import { cpuOf } from './src/processes.mjs';
import { Product } from './product.mjs';
import { inTurns, median, ratio } from './statistics.mjs';

const ROUNDS = 7;
const PROCESSES = ['gateway', 'capture-requests'];

/** A collector that takes everything, and counts the spans' batches. */
async function startSink() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/v1/traces') sink.batches += 1;
      response.setHeader('content-type', 'application/x-protobuf').end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sink = { batches: 0, url: `http://127.0.0.1:${server.address().port}`, server };
  return sink;
}

/** Microseconds of processor time for one read of a product of its own. */
async function contender(product) {
  const { key } = await product.organization();
  const request = { title: 'Bench', prompt: 'Bench?' };
  const { id } = await product.call('POST', '/api/v1/capture-requests', key, request);
  const all = JSON.parse(await readFile(join(product.dataDir, 'processes.json'), 'utf8'));
  const pids = PROCESSES.map((name) => all[name]);
  const path = `/api/v1/capture-requests/${id}`;
  return async () => {
    const times = [];
    const seconds = await cpuOf(pids, () =>
      rate(product.baseUrl, path, () => ({ authorization: `Bearer ${key}` }), times),
    );
    return (seconds / times.length) * 1e6;
  };
}

export async function tracing(progress) {
  const sink = await startSink();
  const products = [];
  const start = async (env) => {
    const product = await Product.start('distributed', env);
    products.push(product);
    return contender(product);
  };
  try {
    const off = await start({});
    const on = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, CAPTURE_TRACE_RATIO: '0.1' });
    const figures = await inTurns(ROUNDS, { off, on }, (text) => progress(`${text} µs a read`));
    if (sink.batches === 0) throw new Error('no span was sent');
    const [without, sampled] = [median(figures.off), median(figures.on)];
    return [
      {
        what: 'reads by id for the same processor time, one trace in ten recorded, distributed',
        ours: `${Math.round(sampled)} µs a read`,
        peer: `no tracing ${Math.round(without)} µs`,
        ratio: ratio(without, sampled),
        goal: '≥ 0.85',
        runs: ROUNDS,
      },
    ];
  } finally {
    for (const product of products) await product.remove();
    sink.server.closeAllConnections();
    sink.server.close();
  }
}
