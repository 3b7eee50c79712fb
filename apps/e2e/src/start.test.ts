import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { Api } from './api.js';
import { MODE, Product } from './product.js';
import type { CaptureRequestBody } from './scene.js';

describe(`starting and stopping (${MODE})`, () => {
  let second: Product | undefined;

  afterAll(() => second?.remove());

  it('runs a second instance beside the first, with keys and data of its own', async () => {
    second = await Product.start();
    const { liveKey } = second.credentials;
    expect(liveKey).not.toBe(inject('credentials').liveKey);
    const first = new Api(inject('credentials').baseUrl);
    expect((await first.call('GET', '/v1/capture-requests', { token: liveKey })).status).toBe(401);
    await new Api(second.credentials.baseUrl, liveKey).get('/v1/capture-requests');
  });

  it('keeps its credentials from everybody but the owner of the data directory', async () => {
    for (const file of ['dev-credentials.json', 'secrets.json']) {
      const { mode } = await stat(join(second?.dataDir ?? '', file));
      expect(mode & 0o077).toBe(0);
    }
  });

  it('stops cleanly on SIGTERM and comes back with the same keys and data', async () => {
    const product = second;
    if (!product) throw new Error('no second instance');
    const before = product.credentials;
    const api = new Api(before.baseUrl, before.liveKey);
    const made = await api.post<CaptureRequestBody>('/v1/capture-requests', {
      title: 'kept',
      prompt: 'kept?',
    });
    expect(await product.stop()).toBe(0);
    await product.up();
    expect(product.credentials.liveKey).toBe(before.liveKey);
    expect(await api.get<CaptureRequestBody>(`/v1/capture-requests/${made.id}`)).toMatchObject({
      title: 'kept',
    });
  });

  it('writes no key, link key or signature to its log (scenario 52)', async () => {
    const product = second;
    if (!product) throw new Error('no second instance');
    const { liveKey, testKey, operatorToken, baseUrl } = product.credentials;
    const canary = 'canaryCANARYcanaryCANARYcanary';
    await fetch(`${baseUrl}/r/cnt_01h455vb4pex5vsknk084sn02q?k=${canary}`);
    const api = new Api(baseUrl);
    await api.call('GET', '/v1/respond/contacts/cnt_01h455vb4pex5vsknk084sn02q', { token: canary });
    const log = await product.log();
    for (const secret of [canary, liveKey, testKey, operatorToken]) expect(log).not.toContain(secret);
  });
});
