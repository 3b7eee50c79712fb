import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from './clip.js';
import { MODE, Product } from './product.js';
import { Scene, type CaptureRequestBody, type PageBody } from './scene.js';
import { noise, TakeUpload } from './upload-steps.js';

/** Whom a deployment stops one after the other, and by what one sees from outside that it takes no more calls. */
const STOPPED: [string, string][] =
  MODE === 'standalone'
    ? [['the process', '/capture-requests']]
    : [
        ['gateway', '/capture-requests'],
        ['capture-requests', '/capture-requests'],
        ['recordings', '/recordings'],
      ];

const isDoor = (name: string): boolean => MODE === 'standalone' || name === 'gateway';

/** A call that was taken, of which half the body is sent, and the rest when the test says so. */
class HalfSent {
  private readonly answer: Promise<IncomingMessage>;

  private constructor(
    private readonly call: ClientRequest,
    private readonly rest: Buffer,
  ) {
    this.answer = once(call, 'response').then(([response]) => response as IncomingMessage);
    // Whoever never asks for the answer is told of no failure either.
    this.answer.catch(() => undefined);
  }

  static async send(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<HalfSent> {
    const half = Math.floor(body.length / 2);
    // The answer to "expect" is the one sign a caller has that its connection was taken: one that still waits for
    // that ends with the listening socket, and nobody has promised it anything.
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
  let scene: Scene;

  beforeAll(async () => {
    product = await Product.start({ CAPTURE_SKIP_BUILD: '1' });
    scene = await Scene.set(product.credentials);
  });
  afterAll(async () => {
    await scene.receiver.stop();
    await product.remove();
  });

  /** Whether a new call is still answered as if nothing were. */
  async function takes(path: string): Promise<boolean> {
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
    '%s: calls and parts that are half sent are taken to their end, and new ones do not keep it up',
    async (name, path) => {
      const upload = await TakeUpload.open(scene.api, scene.visitor, noise(3_000_000));
      const grant = await upload.grant(1);
      if (!grant) throw new Error('the part is there before it was sent');
      const part = await HalfSent.send(grant.url, 'PUT', grant.headers, upload.part(1));
      const titles = Array.from({ length: 8 }, (_, index) => `${name} ${index}`);
      const writes = await Promise.all(titles.map((title) => write(title)));
      const before = MODE === 'standalone' ? {} : await product.processes();
      await product.kill(name, 'SIGTERM');
      const replaced = async (): Promise<boolean> =>
        MODE === 'distributed' && (await product.processes())[name] !== before[name];
      await until('it to take no more', async () => !(await takes(path)) || (await replaced()), 30_000);
      const answers = await Promise.all(writes.map((call) => call.finish()));
      const stored = await part.finish();
      // Behind the gateway a call may not have got as far as the service: then it is told so, and may be made again.
      const refused = [...answers, stored].filter(({ status }) => status === 503);
      if (isDoor(name)) expect(refused).toEqual([]);
      for (const { body } of refused) expect(body?.detail).toContain('had no effect');
      const taken = titles.filter((_title, index) => answers[index]?.status === 201);
      expect(taken.length + answers.filter(({ status }) => status === 503).length).toBe(titles.length);
      expect([204, 503]).toContain(stored.status);
      if (MODE === 'standalone') {
        await product.stop();
        await product.up();
      } else {
        await until('its successor', replaced);
      }
      await product.ready();
      expect(await upload.stored()).toEqual(stored.status === 204 ? [1] : []);
      const { data } = await scene.api.get<PageBody<CaptureRequestBody>>('/v1/capture-requests?limit=100');
      const made = data.map(({ title }) => title).filter((title) => titles.includes(title));
      expect(made.toSorted()).toEqual(taken.toSorted());
    },
  );

  it('ends with 0, and everything that was taken is there after the next start', async () => {
    const before = await scene.submissions();
    const clip = await makeClip(1);
    const take = { bytes: clip, durationSec: 1, displayName: 'Last', releaseVersion: 'v1' };
    const submissionId = await scene.visitor.submit(take);
    expect(await product.stop()).toBe(0);
    await product.up();
    await product.ready();
    const { data } = await scene.submissions();
    expect(data.map(({ id }) => id)).toEqual([submissionId, ...before.data.map(({ id }) => id)]);
  });
});
