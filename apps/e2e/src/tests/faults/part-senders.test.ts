import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noise, rawPut, TakeUpload } from '../../harness/clients/take-upload.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';

const KIB = 1024;
/** A service has this long to answer; a part may take longer to arrive. */
const TIMEOUT_MS = 5_000;

describe(`senders of parts (${MODE})`, () => {
  let product: Product;
  let fixture: CaptureFixture;

  beforeAll(async () => {
    product = await Product.start({
      CAPTURE_UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
      CAPTURE_PART_SLOW_SEC: '2',
    });
    fixture = await CaptureFixture.create(product.credentials);
  });
  afterAll(async () => {
    await fixture.clear();
    await product.remove();
  });

  const granted = async (
    take: TakeUpload,
  ): Promise<NonNullable<Awaited<ReturnType<TakeUpload['grant']>>>> => {
    const grant = await take.grant(1);
    if (!grant) throw new Error('the part is stored before it was sent');
    return grant;
  };

  /** Sends `step` bytes every 100 ms until the PUT is answered. */
  async function drip(put: ReturnType<typeof rawPut>, bytes: Buffer, step: number): Promise<number | null> {
    let sent = 0;
    const timer = setInterval(() => {
      if (sent >= bytes.length) return;
      put.request.write(bytes.subarray(sent, sent + step));
      sent += step;
      if (sent >= bytes.length) put.request.end();
    }, 100);
    return put.answered.finally(() => clearInterval(timer));
  }

  it('are answered 408 when they drip, and their take completes afterwards (scenario 93)', async () => {
    const take = await TakeUpload.open(fixture.api, fixture.visitor, noise(64 * KIB));
    const slow = rawPut(await granted(take), { 'content-length': take.bytes.length });
    expect(await drip(slow, take.bytes, 1)).toBe(408);
    slow.request.destroy();
    expect((await take.put(await granted(take))).status).toBe(204);
    expect((await take.complete()).status).toBe(201);
  });

  it('may take longer than a service may take to answer, while the bytes keep coming', async () => {
    const take = await TakeUpload.open(fixture.api, fixture.visitor, noise(80 * KIB));
    const steady = rawPut(await granted(take), { 'content-length': take.bytes.length });
    const begin = performance.now();
    expect(await drip(steady, take.bytes, KIB)).toBe(204);
    expect(performance.now() - begin).toBeGreaterThan(TIMEOUT_MS);
  });

  it('are answered 409 when a newer grant cuts them off', async () => {
    const take = await TakeUpload.open(fixture.api, fixture.visitor, noise(512 * KIB));
    const older = rawPut(await granted(take), { 'content-length': take.bytes.length });
    const cut = drip(older, take.bytes, 2 * KIB);
    await until('bytes on their way', () => (older.request.socket?.bytesWritten ?? 0) > 4 * KIB);
    const newer = await granted(take);
    expect(await cut).toBe(409);
    older.request.destroy();
    expect((await take.put(newer)).status).toBe(204);
  });
});
