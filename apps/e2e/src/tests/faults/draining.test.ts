import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noise, TakeUpload } from '../../harness/clients/take-upload.js';
import { makeClip } from '../../harness/clip.js';
import {
  CaptureFixture,
  type CaptureRequestBody,
  type PageBody,
} from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';

/** The processes that a deployment stops one after another, and a route that shows when each accepts no more calls. */
const STOPPED: [string, string][] =
  MODE === 'standalone'
    ? [['the process', '/capture-requests']]
    : [
        ['gateway', '/capture-requests'],
        ['capture-requests', '/capture-requests'],
        ['recordings', '/recordings'],
      ];

/** Whether clients connect to this process directly. */
const isPublic = (name: string): boolean => MODE === 'standalone' || name === 'gateway';

/** An accepted call with half of its body sent; finish() sends the rest. */
class HalfSent {
  private readonly answer: Promise<IncomingMessage>;

  private constructor(
    private readonly call: ClientRequest,
    private readonly rest: Buffer,
  ) {
    this.answer = once(call, 'response').then(([response]) => response as IncomingMessage);
    // A test that never reads the answer must not fail on its rejection.
    this.answer.catch(() => undefined);
  }

  static async send(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<HalfSent> {
    const half = Math.floor(body.length / 2);
    // Only "100 Continue" tells a caller that its connection was accepted. Connections still waiting for it may end
    // with the listening socket.
    const call = request(url, {
      method,
      headers: { ...headers, 'content-length': String(body.length), expect: '100-continue' },
      agent: false,
    });
    await once(call, 'continue');
    call.write(body.subarray(0, half));
    return new HalfSent(call, body.subarray(half));
  }

  async finish(): Promise<{ status: number | undefined; body: { detail?: string } | undefined }> {
    this.call.end(this.rest);
    const response = await this.answer;
    if (response.statusCode === 204) response.resume();
    const body = response.statusCode === 204 ? undefined : ((await json(response)) as { detail?: string });
    return { status: response.statusCode, body };
  }
}

describe(`scenario 60: SIGTERM drains (${MODE})`, () => {
  let product: Product;
  let fixture: CaptureFixture;

  beforeAll(async () => {
    product = await Product.start();
    fixture = await CaptureFixture.create(product.credentials);
  });
  afterAll(async () => {
    await fixture.receiver.stop();
    await product.remove();
  });

  /** Whether new calls are still accepted. */
  async function accepts(path: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${product.credentials.liveKey}`, connection: 'close' };
    const url = `${product.baseUrl}/api/v1${path}?limit=1`;
    return fetch(url, { headers }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async function write(title: string): Promise<HalfSent> {
    const headers = {
      authorization: `Bearer ${product.credentials.liveKey}`,
      'content-type': 'application/json',
    };
    const body = Buffer.from(JSON.stringify({ title, prompt: 'Is anything lost?' }));
    return HalfSent.send(`${product.baseUrl}/api/v1/capture-requests`, 'POST', headers, body);
  }

  it.each(STOPPED)(
    '%s: half-sent calls and parts are completed, and new ones do not keep it running',
    async (name, path) => {
      const upload = await TakeUpload.open(fixture.api, fixture.visitor, noise(3_000_000));
      const grant = await upload.grant(1);
      if (!grant) throw new Error('the part is there before it was sent');
      const part = await HalfSent.send(grant.url, 'PUT', grant.headers, upload.part(1));
      const titles = Array.from({ length: 8 }, (_, index) => `${name} ${index}`);
      const writes = await Promise.all(titles.map((title) => write(title)));
      const before = MODE === 'standalone' ? {} : await product.processes();
      await product.kill(name, 'SIGTERM');
      const replaced = async (): Promise<boolean> =>
        MODE === 'distributed' && (await product.processes())[name] !== before[name];
      await until(
        'it to accept no more calls',
        async () => !(await accepts(path)) || (await replaced()),
        30_000,
      );
      const answers = await Promise.all(writes.map((call) => call.finish()));
      const stored = await part.finish();
      // A call to a service may have been stopped at the gateway: it is then refused as retryable.
      const refused = [...answers, stored].filter(({ status }) => status === 503);
      if (isPublic(name)) expect(refused).toEqual([]);
      for (const { body } of refused) expect(body?.detail).toContain('had no effect');
      const taken = titles.filter((_title, index) => answers[index]?.status === 201);
      expect(taken.length + answers.filter(({ status }) => status === 503).length).toBe(titles.length);
      expect([204, 503]).toContain(stored.status);
      if (MODE === 'standalone') {
        await product.stop();
        await product.up();
      } else {
        await until('its replacement', replaced);
      }
      await product.ready();
      expect(await upload.stored()).toEqual(stored.status === 204 ? [1] : []);
      const { data } = await fixture.api.get<PageBody<CaptureRequestBody>>('/v1/capture-requests?limit=100');
      const made = data.map(({ title }) => title).filter((title) => titles.includes(title));
      expect(made.toSorted()).toEqual(taken.toSorted());
    },
  );

  it('exits with 0, and everything that was accepted is there after the next start', async () => {
    const before = await fixture.submissions();
    const clip = await makeClip(1);
    const take = { bytes: clip, durationSec: 1, displayName: 'Last', releaseVersion: 'v1' };
    const submissionId = await fixture.visitor.submit(take);
    expect(await product.stop()).toBe(0);
    await product.up();
    await product.ready();
    const { data } = await fixture.submissions();
    expect(data.map(({ id }) => id)).toEqual([submissionId, ...before.data.map(({ id }) => id)]);
  });
});
