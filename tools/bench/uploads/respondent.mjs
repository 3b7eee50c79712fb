// Who answers on an open link by the part protocol: each stream hashes a part and asks for its grant as its turn comes, and a
// device that has sent a take before asks for parts that would have taken four seconds, as the browser SDK does.
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { pause } from '../product.mjs';

export const MIB = 1024 * 1024;
/** Connections that every contender sends over at once. */
export const STREAMS = 3;
/** What the browser SDK wants a part to take, and the sizes that the service gives. */
const PART_MS = 4000;
const [SMALLEST, LARGEST] = [MIB, 32 * MIB];

export function send(method, url, headers, body) {
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

/** Each answer of one respondent replaces the one before, so that the disk holds one take. */
export class Respondent {
  /** Bytes, by the last part that was sent; undefined on a device that has sent none. */
  #partSizeHint;

  constructor(product, key, openLink, bytes) {
    const link = new URL(openLink.url);
    this.product = product;
    this.key = key;
    this.token = link.searchParams.get('k');
    this.takes = `/api/v1/respond/campaigns/${openLink.campaignId}/takes`;
    this.bytes = bytes;
  }

  /** A respondent of a new open request of a new organization. */
  static async create(product, bytes) {
    const { key } = await product.organization();
    const request = { title: 'Bench', prompt: 'Bench?', status: 'active', openLink: true };
    const { openLink } = await product.call('POST', '/api/v1/capture-requests', key, request);
    return new Respondent(product, key, openLink, bytes);
  }

  /** Sends the bytes as one take and waits until it has landed. @returns seconds until all parts were safe. */
  async upload(respondentId = 'bench') {
    const started = performance.now();
    const take = await this.sendParts(respondentId);
    const storedSec = (performance.now() - started) / 1000;
    await this.complete(take);
    return storedSec;
  }

  /** Opens a take and sends its parts. */
  async sendParts(respondentId = 'bench') {
    const { takeId, partSize } = await this.product.call('POST', this.takes, this.token, {
      durationSec: 60,
      sizeBytes: this.bytes.length,
      contentType: 'video/mp4',
      releaseAccepted: false,
      displayName: 'Ada',
      respondentId,
      partSizeHint: this.#partSizeHint,
      manifest: manifest(60),
    });
    const path = `/api/v1/respond/takes/${takeId}`;
    const parts = [];
    const count = Math.ceil(this.bytes.length / partSize);
    let next = 1;
    const stream = async () => {
      for (let number = next++; number <= count; number = next++) {
        const data = this.bytes.subarray((number - 1) * partSize, number * partSize);
        const claim = { number, size: data.length, sha256: createHash('sha256').update(data).digest('hex') };
        parts[number - 1] = { number, sha256: claim.sha256 };
        const granted = await this.product.call('POST', `${path}/parts`, this.token, { parts: [claim] });
        const [grant] = granted.data;
        const began = performance.now();
        await send(grant.method, grant.url, grant.headers, data);
        this.#remember(data.length, performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: STREAMS }, stream));
    return { path, parts };
  }

  #remember(bytes, elapsedMs) {
    if (bytes < MIB) return;
    const wanted = (bytes / elapsedMs) * PART_MS;
    this.#partSizeHint = Math.round(Math.min(LARGEST, Math.max(SMALLEST, wanted)));
  }

  /** Resolves once nothing of the take is processed any more: the next contender is not to be slowed down. */
  async complete({ path, parts }) {
    await this.product.call('POST', `${path}/complete`, this.token, { parts });
    for (;;) {
      const { data } = await this.product.call('GET', '/api/v1/recordings?limit=1', this.key);
      const states = data.flatMap(({ tracks }) => tracks.map(({ state }) => state));
      if (states.length > 0 && states.every((state) => state === 'available' || state === 'failed')) return;
      await pause(50);
    }
  }
}
