import { freePort, S3Server, until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, record } from './browser.js';
import { makeClip } from './clip.js';
import { LyingStore } from './lying-store.js';
import { MODE, Product } from './product.js';
import { sha256 } from './respondent.js';
import { Scene } from './scene.js';
import { TakeUpload } from './upload-steps.js';

const KIB = 1024;

describe(`a take on an S3 store travels without passing our processes (${MODE})`, () => {
  let store: S3Server;
  /** The way that the product takes to the store; clients go there directly. */
  let way: LyingStore;
  let product: Product;
  let scene: Scene;
  let metricsUrl: string;
  let clip: Buffer;

  /** Requests for media bytes that have come to the gateway, by its own count. */
  const mediaRequests = async (): Promise<number> => {
    const lines = (await (await fetch(metricsUrl)).text()).split('\n');
    return lines
      .filter((line) => /^capture_http_requests_total{.*route="[^"]*\/(uploads|media)\//.test(line))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  };

  beforeAll(async () => {
    clip = await makeClip(4, '500k');
    store = await S3Server.start({ minPartBytes: KIB });
    way = await LyingStore.before(store.settings.endpoint);
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    product = await Product.start({
      ...store.serviceEnv,
      CAPTURE_S3_ENDPOINT: way.endpoint,
      CAPTURE_S3_PUBLIC_ENDPOINT: store.settings.endpoint,
      CAPTURE_METRICS_PORT: String(port),
      // Several parts of a small clip.
      CAPTURE_PART_SIZE_BYTES: String(64 * KIB),
      CAPTURE_S3_MIN_PART_BYTES: String(KIB),
    });
    scene = await Scene.set(product.credentials);
  });

  afterAll(async () => {
    await scene?.receiver.stop();
    await product?.remove();
    await way?.stop();
    await store?.stop();
  });

  it('from the respondent to the bucket and from there to the integrator, whole and verified', async () => {
    const { respondent } = scene;
    const { takeId, partSize } = await respondent.open({ bytes: clip, durationSec: 4, releaseVersion: 'v1' });
    const wanted = [{ number: 1, size: partSize, sha256: sha256(clip.subarray(0, partSize)) }];
    const { data } = await respondent.grant(takeId, wanted);
    expect(new URL(data[0]?.url ?? '').origin).toBe(store.settings.endpoint);

    const parts = await respondent.upload(takeId, clip, partSize);
    expect(parts.length).toBeGreaterThan(2);
    const { submissionId } = await respondent.complete(takeId, parts);
    await scene.receiver.event('capture_request.submission_received', { submissionId });

    const submission = (await scene.submissions()).data.find(({ id }) => id === submissionId);
    const recording = await scene.recording(submission?.recordingId ?? '');
    const [track] = recording.tracks;
    expect(track).toMatchObject({ state: 'available', sha256: sha256(clip), sizeBytes: clip.length });
    const path = `/v1/recordings/${recording.id}/tracks/${track?.id}/download-url`;
    const minted = await scene.api.post<{ url: string; fileName: string }>(path, {});
    expect(new URL(minted.url).origin).toBe(store.settings.endpoint);
    const file = await fetch(minted.url);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${minted.fileName}"`);
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(clip));

    expect(await mediaRequests()).toBe(0);
    await fetch(`${product.baseUrl}/api/v1/media/${track?.id}`);
    expect(await mediaRequests()).toBe(1);
  });

  it('scenario 35: a part with a flipped bit is refused by the store and does not count', async () => {
    const { visitor } = scene;
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
    const state = await scene.api.get<{ storedParts: number[] }>(`/v1/respond/takes/${takeId}`, {
      token: visitor.access.key,
    });
    expect(state.storedParts).toEqual([]);
  });

  it('from a page in a browser too, whose policy and whose preflights allow it', async () => {
    const browser = await launch();
    const page = await browser.newPage();
    const puts: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && puts.push(request.url())));
    await page.goto(scene.request.openLink?.url ?? '');
    await record(page);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await page.getByRole('button', { name: 'Submit recording' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 });
    await browser.close();
    expect(puts.length).toBeGreaterThan(1);
    expect(new Set(puts.map((url) => new URL(url).origin))).toEqual(new Set([store.settings.endpoint]));
    const { data } = await scene.submissions();
    const own = data.find(({ displayName }) => displayName === 'Grace Hopper');
    const recording = await scene.recording(own?.recordingId ?? '');
    const file = await scene.download(recording.id, recording.tracks[0]?.id ?? '');
    expect(sha256(file.bytes)).toBe(recording.tracks[0]?.sha256);
  });

  it('keeps what it has acknowledged while the store is away, says so, and lands once it is back', async () => {
    const { visitor } = scene;
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

  describe('scenario 41: the store answers 200 with an error in the body', () => {
    const uploaded = async (): Promise<TakeUpload> => {
      const take = await TakeUpload.open(scene.api, scene.visitor, clip);
      await take.sendMissing();
      return take;
    };

    /** Completes, over and over while that is 503, until it is taken, and fetches what was made of it. */
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
      const all = (await scene.submissions()).data;
      const recordingId = all.find(({ id }) => id === body.submissionId)?.recordingId ?? '';
      const { tracks } = await scene.recording(recordingId);
      const { bytes } = await scene.download(recordingId, tracks[0]?.id ?? '');
      return { submissions: all.length, sha256: sha256(bytes) };
    };

    afterEach(() => way.truthfulAgain());

    it.each([
      ['UploadPartCopy', { tail: '\n' }],
      ['CompleteMultipartUpload', { done: true }],
    ] as const)('once, to %s (%j): the take lands whole', async (call, lie) => {
      const take = await uploaded();
      const before = (await scene.submissions()).data.length;
      way.tell(call, { ...lie, times: 1 });
      expect(await landed(take)).toEqual({ submissions: before + 1, sha256: sha256(clip) });
      expect(way.told).toBe(1);
    });

    it.each([
      ['UploadPartCopy', {}],
      ['CompleteMultipartUpload', { tail: '\n' }],
    ] as const)(
      'again and again, to %s (%j): complete says so with 503, nothing is lost, and a repeat lands it whole',
      async (call, lie) => {
        const take = await uploaded();
        const before = (await scene.submissions()).data.length;
        way.tell(call, lie);
        for (const _try of [1, 2]) {
          const { status, headers, body } = await take.complete();
          expect([status, body.code]).toEqual([503, 'service_unavailable']);
          expect(headers.get('retry-after')).toMatch(/^\d+$/);
        }
        expect(way.told).toBeGreaterThan(1);
        expect(await take.stored()).toEqual(take.parts.map(({ number }) => number));
        expect((await scene.submissions()).data).toHaveLength(before);
        way.truthfulAgain();
        expect(await landed(take)).toEqual({ submissions: before + 1, sha256: sha256(clip) });
      },
    );
  });
});
