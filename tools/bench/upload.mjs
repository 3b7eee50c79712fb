// One take, from the first request until its bytes are on disk: the part protocol (SHA-256 of every part, fsync, part
// table in PostgreSQL) through the running product, the tus reference server, and a plain stream to a file.
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause, Product } from './product.mjs';
import { inTurns, median, ratio } from './statistics.mjs';

const MIB = 1024 * 1024;
const SIZE_MIB = 512;
const ROUNDS = 3;
const PARALLEL = 3;

function send(method, url, headers, body) {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          answer.statusCode < 300
            ? resolve(answer)
            : reject(new Error(`${url} answered ${answer.statusCode}`)),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

function manifest(durationSec) {
  const stoppedAt = new Date();
  return {
    manifestVersion: 1,
    sdk: { name: 'bench', version: '0.0.0' },
    userAgent: 'bench',
    platform: 'bench',
    recorder: {
      mimeType: 'video/mp4',
      videoBitsPerSecond: null,
      audioBitsPerSecond: null,
      timesliceMs: 1000,
    },
    constraints: {},
    settings: {},
    devices: [],
    startedAt: new Date(stoppedAt.getTime() - durationSec * 1000).toISOString(),
    stoppedAt: stoppedAt.toISOString(),
    clock: { samples: 0, offsetMs: null, uncertaintyMs: null, driftPpm: null },
    interruptions: [],
  };
}

/** Who answers on an open link; each answer of one respondent replaces the one before, so the disk holds one take. */
export class Respondent {
  constructor(product, key, openLink, bytes) {
    const link = new URL(openLink.url);
    this.product = product;
    this.key = key;
    this.token = link.searchParams.get('k');
    this.takes = `/api/v1/respond/campaigns/${openLink.campaignId}/takes`;
    this.bytes = bytes;
    this.completeMs = [];
  }

  /** As the browser does, parts are hashed while they are recorded: before the clock starts. */
  #parts(partSize) {
    this.parts ??= Array.from({ length: Math.ceil(this.bytes.length / partSize) }, (_value, index) => {
      const data = this.bytes.subarray(index * partSize, (index + 1) * partSize);
      const sha256 = createHash('sha256').update(data).digest('hex');
      return { data, claim: { number: index + 1, size: data.length, sha256 } };
    });
    return this.parts;
  }

  async upload(respondentId = 'bench') {
    const partSize = 8 * MIB;
    const parts = this.#parts(partSize);
    const started = performance.now();
    const opened = await this.product.call('POST', this.takes, this.token, {
      durationSec: 60,
      sizeBytes: this.bytes.length,
      contentType: 'video/mp4',
      releaseAccepted: false,
      displayName: 'Ada',
      respondentId,
      manifest: manifest(60),
    });
    if (opened.partSize !== partSize) throw new Error(`parts are ${opened.partSize} bytes long`);
    const take = `/api/v1/respond/takes/${opened.takeId}`;
    const { data } = await this.product.call('POST', `${take}/parts`, this.token, {
      parts: parts.map(({ claim }) => claim),
    });
    const worker = async () => {
      for (let grant = data.shift(); grant; grant = data.shift())
        await send(grant.method, grant.url, grant.headers, parts[grant.number - 1].data);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    const stored = performance.now();
    const digests = parts.map(({ claim: { number, sha256 } }) => ({ number, sha256 }));
    await this.product.call('POST', `${take}/complete`, this.token, { parts: digests });
    this.completeMs.push(performance.now() - stored);
    await this.#settled();
    return (stored - started) / 1000;
  }

  /** Processing of a finished take must not slow the next contender down. */
  async #settled() {
    for (;;) {
      const { data } = await this.product.call('GET', '/api/v1/recordings?limit=1', this.key);
      const states = data.flatMap(({ tracks }) => tracks.map(({ state }) => state));
      if (states.length > 0 && states.every((state) => state === 'available' || state === 'failed')) return;
      await pause(50);
    }
  }
}

async function startPeers(directory, bytes) {
  const child = fork(fileURLToPath(new URL('upload-peers.mjs', import.meta.url)), [directory]);
  const [urls] = await once(child, 'message');
  const timed = async (work) => {
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    await send('DELETE', urls.plain, {}, '');
    return seconds;
  };
  const tus = async () => {
    const version = { 'tus-resumable': '1.0.0' };
    const created = await send('POST', urls.tus, { ...version, 'upload-length': bytes.length }, '');
    const headers = { ...version, 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' };
    await send('PATCH', created.headers.location, headers, bytes);
  };
  const plain = () => send('PUT', urls.plain, { 'content-type': 'application/octet-stream' }, bytes);
  return { tus: () => timed(tus), plain: () => timed(plain), stop: () => child.disconnect() };
}

export async function upload(progress) {
  const bytes = randomBytes(SIZE_MIB * MIB);
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1');
  const product = await Product.start();
  const peers = await startPeers(join(product.dataDir, 'peers'), bytes);
  try {
    const { key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?', status: 'active', openLink: true };
    const { openLink } = await product.call('POST', '/api/v1/capture-requests', key, request);
    const respondent = new Respondent(product, key, openLink, bytes);
    const rate = (contender) => async () => SIZE_MIB / (await contender());
    const contenders = {
      ours: rate(() => respondent.upload()),
      tus: rate(peers.tus),
      plain: rate(peers.plain),
    };
    const figures = await inTurns(ROUNDS, contenders, (text) => progress(`${text} MiB/s`));
    const { ours, tus, plain } = Object.fromEntries(
      Object.entries(figures).map(([name, values]) => [name, median(values)]),
    );
    const withComplete = SIZE_MIB / (SIZE_MIB / ours + median(respondent.completeMs) / 1000);
    const row = (what, mine, name, peer, goal) => ({
      what: `upload of ${SIZE_MIB} MiB, ${what}`,
      ours: `${Math.round(mine)} MiB/s`,
      peer: `${name} ${Math.round(peer)} MiB/s`,
      ratio: ratio(mine, peer),
      goal,
      runs: ROUNDS,
    });
    return [
      row('every part on disk', ours, '@tus/server', tus, '≥ 1.3'),
      row('every part on disk', ours, 'Fastify to a file', plain, '≥ 0.9'),
      row('until complete answered', withComplete, '@tus/server', tus, '≥ 0.8'),
    ];
  } finally {
    peers.stop();
    await product.remove();
  }
}
