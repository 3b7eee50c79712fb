import { freePort, S3Server, until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, patientPage, record } from '../../harness/browser.js';
import { filesWith, withCanary } from '../../harness/canary.js';
import { Operator } from '../../harness/clients/operator.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { TakeUpload } from '../../harness/clients/take-upload.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { S3FaultProxy } from '../../harness/processes/s3-fault-proxy.js';

const KIB = 1024;

describe(`a take on an S3 store travels without passing our processes (${MODE})`, () => {
  let store: S3Server;
  /** Between the product and the store; clients reach the store directly. */
  let proxy: S3FaultProxy;
  let product: Product;
  let fixture: CaptureFixture;
  let metricsUrl: string;
  let clip: Buffer;

  /** Requests for media bytes that reached the gateway, from its metrics. */
  const mediaRequests = async (): Promise<number> => {
    const lines = (await (await fetch(metricsUrl)).text()).split('\n');
    return lines
      .filter((line) => /^capture_http_requests_total{.*route="[^"]*\/(uploads|media)\//.test(line))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  };

  beforeAll(async () => {
    clip = await makeClip(4, '500k');
    store = await S3Server.start({ minPartBytes: KIB });
    proxy = await S3FaultProxy.start(store.settings.endpoint);
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    product = await Product.start({
      ...store.serviceEnv,
      CAPTURE_S3_ENDPOINT: proxy.endpoint,
      CAPTURE_S3_PUBLIC_ENDPOINT: store.settings.endpoint,
      CAPTURE_METRICS_PORT: String(port),
      // So that a small clip has several parts.
      CAPTURE_PART_SIZE_BYTES: String(64 * KIB),
      CAPTURE_S3_MIN_PART_BYTES: String(KIB),
    });
    fixture = await CaptureFixture.create(product.credentials);
  });

  afterAll(async () => {
    await fixture?.receiver.stop();
    await product?.remove();
    await proxy?.stop();
    await store?.stop();
  });

  it('from the respondent to the bucket and from there to the integrator, whole and verified', async () => {
    const { respondent } = fixture;
    const { takeId, partSize } = await respondent.open({ bytes: clip, durationSec: 4, releaseVersion: 'v1' });
    const wanted = [{ number: 1, size: partSize, sha256: sha256(clip.subarray(0, partSize)) }];
    const { data } = await respondent.grant(takeId, wanted);
    expect(new URL(data[0]?.url ?? '').origin).toBe(store.settings.endpoint);

    const parts = await respondent.upload(takeId, clip, partSize);
    expect(parts.length).toBeGreaterThan(2);
    const { submissionId } = await respondent.complete(takeId, parts);
    await fixture.receiver.event('capture_request.submission_received', { submissionId });

    const submission = (await fixture.submissions()).data.find(({ id }) => id === submissionId);
    const recording = await fixture.recording(submission?.recordingId ?? '');
    const [track] = recording.tracks;
    expect(track).toMatchObject({ state: 'available', sha256: sha256(clip), sizeBytes: clip.length });
    const path = `/v1/recordings/${recording.id}/tracks/${track?.id}/download-url`;
    const minted = await fixture.api.post<{ url: string; fileName: string }>(path, {});
    expect(new URL(minted.url).origin).toBe(store.settings.endpoint);
    const file = await fetch(minted.url);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${minted.fileName}"`);
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(clip));

    expect(await mediaRequests()).toBe(0);
    await fetch(`${product.baseUrl}/api/v1/media/${track?.id}`);
    expect(await mediaRequests()).toBe(1);
  });

  it('scenario 35: a part with a flipped bit is refused by the store and does not count', async () => {
    const { visitor } = fixture;
    const { takeId, partSize } = await visitor.open({
      bytes: clip,
      durationSec: 4,
      displayName: 'Flip',
      releaseVersion: 'v1',
    });
    const part = Buffer.from(clip.subarray(0, partSize));
    const { data } = await visitor.grant(takeId, [{ number: 1, size: part.length, sha256: sha256(part) }]);
    const { url = '', headers = {} } = data[0] ?? {};
    part[7000] = (part[7000] ?? 0) ^ 1;
    expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(part) })).status).toBe(400);
    const state = await fixture.api.get<{ storedParts: number[] }>(`/v1/respond/takes/${takeId}`, {
      token: visitor.access.key,
    });
    expect(state.storedParts).toEqual([]);
  });

  it('from a page in a browser too: its policy and the preflights allow it', async () => {
    const browser = await launch();
    const page = await patientPage(browser);
    const puts: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && puts.push(request.url())));
    await page.goto(fixture.request.openLink?.url ?? '');
    await record(page);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await page.getByRole('button', { name: 'Submit recording' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 });
    await browser.close();
    expect(puts.length).toBeGreaterThan(1);
    expect(new Set(puts.map((url) => new URL(url).origin))).toEqual(new Set([store.settings.endpoint]));
    const { data } = await fixture.submissions();
    const own = data.find(({ displayName }) => displayName === 'Grace Hopper');
    const recording = await fixture.recording(own?.recordingId ?? '');
    const file = await fixture.download(recording.id, recording.tracks[0]?.id ?? '');
    expect(sha256(file.bytes)).toBe(recording.tracks[0]?.sha256);
  });

  it('keeps what it has acknowledged while the store is down, answers 503, and lands once it is back', async () => {
    const { visitor } = fixture;
    const take = { bytes: clip, durationSec: 4, displayName: 'Away', releaseVersion: 'v1' };
    const { takeId, partSize } = await visitor.open(take);
    const parts = await visitor.upload(takeId, clip, partSize);
    await store.halt();
    await expect(visitor.complete(takeId, parts)).rejects.toThrow('answered 503');
    await store.resume();
    const { submissionId } = await until(
      'the take to land',
      () => visitor.complete(takeId, parts),
      60_000,
      500,
    );
    expect(submissionId).toMatch(/^sub_/);
  });

  it('is deleted from the bucket, and a URL that was given out before leads to nothing', async () => {
    const operator = new Operator(product.credentials);
    const { key } = await operator.key(await operator.organization('platform', 'Deletes'));
    const own = await CaptureFixture.withKey(product.baseUrl, key);
    const { bytes, canary } = withCanary(clip);
    const submissionId = await own.visitor.submit({
      bytes,
      durationSec: 4,
      releaseVersion: 'v1',
      displayName: 'Ada',
    });
    const submission = (await own.submissions()).data.find(({ id }) => id === submissionId);
    const path = `/v1/recordings/${submission?.recordingId}`;
    const [track] = (await own.recording(submission?.recordingId ?? '')).tracks;
    const { url } = await own.api.post<{ url: string }>(`${path}/tracks/${track?.id}/download-url`, {});
    // The search does find what is there.
    expect(await filesWith(store.home, canary)).not.toEqual([]);
    await own.api.expect(202, 'DELETE', path);
    await until('the bytes to go', async () => (await filesWith(store.home, canary)).length === 0, 120_000);
    // The store removes the parts first and answers 409 until the object itself is gone.
    await until('the URL to lead nowhere', async () => (await fetch(url)).status === 404);
    await own.receiver.stop();
  });

  describe('scenario 41: the store answers 200 with an error in the body', () => {
    const uploaded = async (): Promise<TakeUpload> => {
      const take = await TakeUpload.open(fixture.api, fixture.visitor, clip);
      await take.sendMissing();
      return take;
    };

    /** Completes, retrying on 503 until it is accepted, and downloads the recording. */
    const landed = async (take: TakeUpload): Promise<{ submissions: number; sha256: string }> => {
      const answered: number[] = [];
      const { body } = await until(
        'the take to land',
        async () => {
          const answer = await take.complete();
          answered.push(answer.status);
          return answer.status === 201 ? answer : undefined;
        },
        60_000,
      );
      expect(answered.filter((status) => status !== 503)).toEqual([201]);
      const all = (await fixture.submissions()).data;
      const recordingId = all.find(({ id }) => id === body.submissionId)?.recordingId ?? '';
      const { tracks } = await fixture.recording(recordingId);
      const { bytes } = await fixture.download(recordingId, tracks[0]?.id ?? '');
      return { submissions: all.length, sha256: sha256(bytes) };
    };

    afterEach(() => proxy.endFaults());

    it.each([
      ['UploadPartCopy', { tail: '\n' }],
      ['CompleteMultipartUpload', { done: true }],
    ] as const)('once, to %s (%j): the take lands whole', async (call, fault) => {
      const take = await uploaded();
      const before = (await fixture.submissions()).data.length;
      proxy.fail(call, { ...fault, times: 1 });
      expect(await landed(take)).toEqual({ submissions: before + 1, sha256: sha256(clip) });
      expect(proxy.failed).toBe(1);
    });

    it.each([
      ['UploadPartCopy', {}],
      ['CompleteMultipartUpload', { tail: '\n' }],
    ] as const)(
      'repeatedly, to %s (%j): complete answers 503, nothing is lost, and a repeat lands it whole',
      async (call, fault) => {
        const take = await uploaded();
        const before = (await fixture.submissions()).data.length;
        proxy.fail(call, fault);
        for (const _try of [1, 2]) {
          const { status, headers, body } = await take.complete();
          expect([status, body.code]).toEqual([503, 'service_unavailable']);
          expect(headers.get('retry-after')).toMatch(/^\d+$/);
        }
        expect(proxy.failed).toBeGreaterThan(1);
        expect(await take.stored()).toEqual(take.parts.map(({ number }) => number));
        expect((await fixture.submissions()).data).toHaveLength(before);
        proxy.endFaults();
        expect(await landed(take)).toEqual({ submissions: before + 1, sha256: sha256(clip) });
      },
    );
  });
});
