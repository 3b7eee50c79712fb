// Who answers on an open link by the part protocol, as the browser SDK does: while parts are sent, the next ones are hashed and
// one call asks for their grants; and a device that has sent a take before asks for parts that would have taken four seconds.
import { subtle } from 'node:crypto';
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
    const grants = this.#grants(path, partSize, parts);
    const stream = async () => {
      for (let next = await grants(); next; next = await grants()) {
        const began = performance.now();
        await send(next.grant.method, next.grant.url, next.grant.headers, next.data);
        this.#remember(next.data.length, performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: STREAMS }, stream));
    return { path, parts };
  }

  /** Gives the next part with its grant; undefined after the last. Lists in `parts` what was claimed. */
  #grants(path, partSize, parts) {
    const count = Math.ceil(this.bytes.length / partSize);
    const dataOf = (number) => this.bytes.subarray((number - 1) * partSize, number * partSize);
    const ask = async (first, last) => {
      const claims = [];
      for (let number = first; number <= last; number += 1) {
        const data = dataOf(number);
        const digest = await subtle.digest('SHA-256', data);
        claims.push({ number, size: data.length, sha256: Buffer.from(digest).toString('hex') });
      }
      for (const { number, sha256 } of claims) parts[number - 1] = { number, sha256 };
      return (await this.product.call('POST', `${path}/parts`, this.token, { parts: claims })).data;
    };
    const asked = [];
    const askFor = (more) => {
      const [first, last] = [asked.length + 1, Math.min(count, asked.length + more)];
      const grants = ask(first, last);
      for (let number = first; number <= last; number += 1) asked.push({ number, grants, first });
    };
    askFor(1);
    let given = 0;
    return async () => {
      const next = asked[given];
      if (!next) return undefined;
      given += 1;
      // Two for each stream that sends by now: one at first.
      if (given === asked.length && given < count) askFor(given === 1 ? 2 : 2 * STREAMS);
      const { number, grants, first } = next;
      return { grant: (await grants)[number - first], data: dataOf(number) };
    };
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
