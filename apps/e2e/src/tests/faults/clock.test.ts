import { AddedProcess, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api, ProblemBody } from '../../harness/clients/api.js';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { verifySignature } from '../../harness/clients/receiver.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import {
  CaptureFixture,
  type CaptureRequestBody,
  type PageBody,
} from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { TestClock } from '../../harness/preloads/test-clock.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BATCH = 12;

interface Deadline {
  id: string;
  deadlineAt: string;
}

describe(`clocks that jump or disagree (${MODE})`, () => {
  let clock: TestClock;
  let product: Product;
  let fixture: CaptureFixture;
  let api: Api;
  let clip: Buffer;
  let second: AddedProcess | undefined;

  beforeAll(async () => {
    clip = await makeClip(1);
    clock = await TestClock.create();
    product = await Product.start({
      ...clock.env,
      // More than clocks that are kept in step are apart: one of the tests sets some wrong.
      CAPTURE_CLOCK_TOLERANCE_SEC: '30',
      // Longer than a grant works, so that a take without a part is still there when its grant has expired.
      CAPTURE_EMPTY_TAKE_LIFETIME_SEC: '3600',
    });
    fixture = await CaptureFixture.create(product.credentials);
    api = fixture.api;
  });

  afterAll(async () => {
    await second?.stop();
    await fixture.receiver.stop();
    await product.remove();
    await clock.remove();
  });

  it('scenario 53: an API key works until it expires and not one call longer, cached or not', async () => {
    const operator = new Operator(product.credentials);
    const expiresAt = new Date(Date.now() + HOUR).toISOString();
    const { key } = await operator.key(product.credentials.organizationId, { expiresAt });
    const status = async (): Promise<number> =>
      (await api.call('GET', '/v1/recordings?limit=1', { token: key })).status;
    for (const ahead of [0, HOUR - MINUTE]) {
      await clock.move({ all: ahead });
      expect(await status()).toBe(200);
    }
    await clock.move({ all: HOUR });
    expect(await status()).toBe(401);
    await clock.move({ all: 0 });
  });

  it('scenario 53: a sign-in ends 12 hours after its last call', async () => {
    const [idle, busy] = [
      await ConsoleApi.owner(product.credentials),
      await ConsoleApi.owner(product.credentials),
    ];
    const status = async (of: ConsoleApi): Promise<number> => (await of.call('GET', '/me')).status;
    await clock.move({ all: 11 * HOUR });
    expect(await status(busy)).toBe(200);
    await clock.move({ all: 12 * HOUR + MINUTE });
    expect([await status(idle), await status(busy)]).toEqual([401, 200]);
    await clock.move({ all: 0 });
  });

  it('scenario 53: an expired grant and an expired download URL are refused; new ones serve the same take', async () => {
    const { respondent } = fixture;
    const take = { bytes: clip, durationSec: 1, releaseVersion: 'v1' };
    const { takeId, partSize } = await respondent.open(take);
    const wanted = [{ number: 1, size: clip.length, sha256: sha256(clip) }];
    const [grant] = (await respondent.grant(takeId, wanted)).data;
    const put = (): Promise<Response> =>
      fetch(grant?.url ?? '', { method: 'PUT', headers: grant?.headers ?? {}, body: new Uint8Array(clip) });
    await clock.move({ all: 16 * MINUTE });
    const late = await put();
    expect([late.status, ((await late.json()) as ProblemBody).code]).toEqual([401, 'link_expired']);
    const submissionId = (await respondent.complete(takeId, await respondent.upload(takeId, clip, partSize)))
      .submissionId;
    const { data } = await fixture.submissions();
    const recordingId = data.find(({ id }) => id === submissionId)?.recordingId ?? '';
    const [track] = (await fixture.recording(recordingId)).tracks;
    const path = `/v1/recordings/${recordingId}/tracks/${track?.id}/download-url`;
    const { url } = await api.post<{ url: string }>(path, { expiresInSec: 60 });
    expect((await fetch(url)).status).toBe(200);
    await clock.move({ all: 17 * MINUTE + 1_000 });
    expect((await fetch(url)).status).toBe(401);
    expect(sha256((await fixture.download(recordingId, track?.id ?? '')).bytes)).toBe(sha256(clip));
    await clock.move({ all: 0 });
  });

  it('scenario 53: a session past its cutoff reports expired and mints no invite', async () => {
    const { session } = await api.post<{ session: { id: string } }>('/v1/sessions');
    const read = (): Promise<{ status: string }> => api.get(`/v1/sessions/${session.id}`);
    await clock.move({ all: 24 * HOUR - MINUTE });
    expect((await read()).status).toBe('open');
    await clock.move({ all: 24 * HOUR + MINUTE });
    expect((await read()).status).toBe('expired');
    const { status, body } = await api.call<ProblemBody>('POST', `/v1/sessions/${session.id}/invites`);
    expect([status, body.code]).toEqual([409, 'session_closed']);
    await clock.move({ all: 0 });
  });

  if (MODE === 'distributed')
    it('scenario 53: services whose clocks are up to half a minute apart work together', async () => {
      await clock.move({
        'capture-requests': -20_000,
        recordings: 25_000,
        webhooks: 10_000,
        accounts: -15_000,
      });
      const take = { bytes: clip, durationSec: 1, releaseVersion: 'v1', displayName: 'Skewed' };
      const submissionId = await fixture.visitor.submit(take);
      const delivery = await fixture.receiver.event('capture_request.submission_received', { submissionId });
      verifySignature(delivery, fixture.secret);
      const recordingId = String(delivery.event.data['recordingId']);
      const [track] = (await fixture.recording(recordingId)).tracks;
      expect(sha256((await fixture.download(recordingId, track?.id ?? '')).bytes)).toBe(sha256(clip));
      await clock.move({ all: 0 });
    });

  const ask = async (ahead: number): Promise<Deadline[]> =>
    Promise.all(
      Array.from({ length: BATCH }, async (_unused, index) => {
        const deadlineAt = new Date(Date.now() + ahead + index).toISOString();
        const { id } = await api.post<CaptureRequestBody>('/v1/capture-requests', {
          title: 'Until then',
          prompt: 'By when?',
          status: 'active',
          deadlineAt,
        });
        return { id, deadlineAt };
      }),
    );

  const closings = async (): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: PageBody<{ type: string; data: { captureRequestId: string } }> & {
        nextCursor: string | null;
      } = await api.get(`/v1/events?limit=100${query}`);
      const closed = page.data.filter(({ type }) => type === 'capture_request.closed');
      found.push(...closed.map(({ data }) => data.captureRequestId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };

  const closedOnce = async (requests: Deadline[]): Promise<void> => {
    const ids = requests.map(({ id }) => id);
    await until(
      'every deadline to be announced',
      async () => {
        const closed = await closings();
        return ids.every((id) => closed.includes(id));
      },
      30_000,
      500,
    );
  };

  it('scenario 58: deadline schedulers and a jumping clock close each request once, at its deadline', async () => {
    if (MODE === 'distributed') second = await AddedProcess.start(product.dataDir, 'capture-requests');
    const soon = await ask(HOUR);
    await clock.move({ all: 2 * HOUR });
    await closedOnce(soon);
    await clock.move({ all: -HOUR });
    const later = await ask(HOUR);
    for (const { id } of soon)
      expect(await api.get(`/v1/capture-requests/${id}`)).toMatchObject({ status: 'closed' });
    await clock.move({ all: 3 * HOUR });
    await closedOnce(later);
    await clock.move({ all: 0 });
    for (const { id, deadlineAt } of [...soon, ...later]) {
      const request = await api.get(`/v1/capture-requests/${id}`);
      expect(request).toMatchObject({ closedReason: 'deadline_passed', closedAt: deadlineAt });
    }
    const marker = await ask(3 * HOUR);
    await clock.move({ all: 4 * HOUR });
    await closedOnce(marker);
    const closed = await closings();
    expect(closed.length).toBe(new Set(closed).size);
    expect(closed.length).toBe(3 * BATCH);
  });
});
