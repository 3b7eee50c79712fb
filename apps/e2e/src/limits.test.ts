import { randomUUID } from 'node:crypto';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Api, type Answer, type ProblemBody } from './api.js';
import { Operator } from './operator.js';
import { MODE, Product } from './product.js';
import type { CaptureRequestBody, PageBody } from './scene.js';

const WRITES_PER_MINUTE = 60;

/** A write that draws on its budget and changes nothing. */
const write = (api: Api): Promise<Answer<ProblemBody>> =>
  api.call<ProblemBody>('POST', '/v1/capture-requests', { body: {} });

const times = <T>(count: number, step: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, step));

describe(`keys and budgets (${MODE})`, () => {
  const credentials = inject('credentials');
  const operator = new Operator(credentials.baseUrl, credentials.operatorToken);
  const anonymous = new Api(credentials.baseUrl);
  let organizationId: string;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Limits');
  });

  it('accepts no call of a key that was revoked under load a second ago (scenario 42)', async () => {
    const { id, key } = await operator.key(organizationId);
    const calls: { startedAt: number; status: number }[] = [];
    const after = (revokedAt: number): typeof calls =>
      calls.filter(({ startedAt }) => startedAt > revokedAt + 1_000);
    let stopped = false;
    // Paced so that the read budget outlasts the test: a refusal must be about the key.
    const caller = async (): Promise<void> => {
      while (!stopped) {
        const startedAt = performance.now();
        const { status } = await anonymous.call('GET', '/v1/recordings?limit=1', { token: key });
        calls.push({ startedAt, status });
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    };
    const load = times(4, caller);
    try {
      await until('calls under load', () => calls.filter(({ status }) => status === 200).length >= 40);
      await operator.revoke(organizationId, id);
      const revokedAt = performance.now();
      await until('calls later than a second', () => after(revokedAt).length >= 100);
      expect(after(revokedAt).filter(({ status }) => status !== 401)).toEqual([]);
    } finally {
      stopped = true;
      await load;
    }
  });

  it('never accepts more than 60 writes in any 60 s, bursts across a window boundary included (scenario 46)', async () => {
    const { key } = await operator.key(organizationId);
    const api = anonymous.as(key);
    const accepted: { from: number; to: number }[] = [];
    const attempt = async (): Promise<boolean> => {
      const from = performance.now();
      const { status, headers, body } = await write(api);
      if (status !== 429) return accepted.push({ from, to: performance.now() }) > 0;
      expect(body.code).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      return false;
    };
    const burst = async (size: number): Promise<number> =>
      (await times(size, attempt)).filter(Boolean).length;

    expect(await burst(1)).toBe(1);
    const opened = accepted[0]?.from ?? 0;
    await until('the window to be nearly over', () => performance.now() > opened + 56_000, 60_000);
    expect(await burst(80)).toBe(WRITES_PER_MINUTE - 1);
    // The first call leaves the window and makes room for one; a fixed window would now let 60 more through.
    await until('the first call to leave the window', attempt, 15_000);
    expect(await burst(80)).toBe(0);

    for (const [index, { from }] of accepted.entries()) {
      const later = accepted[index + WRITES_PER_MINUTE];
      if (later) expect(later.to - from).toBeGreaterThanOrEqual(60_000);
    }
  });
});

describe(`Idempotency-Key (scenario 49; ${MODE})`, () => {
  let product: Product;
  let api: Api;

  const create = (idempotencyKey: string, title: string): Promise<Answer<CaptureRequestBody & ProblemBody>> =>
    api.call('POST', '/v1/capture-requests', {
      body: { title, prompt: 'Once?' },
      headers: { 'idempotency-key': idempotencyKey },
    });

  const titled = async (title: string): Promise<string[]> => {
    const { data } = await api.get<PageBody<CaptureRequestBody>>('/v1/capture-requests?limit=100');
    return data.filter((request) => request.title === title).map(({ id }) => id);
  };

  // A hundred writes of one key in one moment are more than the budget of a key admits.
  beforeAll(async () => {
    product = await Product.start({ CAPTURE_BUDGET_WRITE: '1000' });
    api = new Api(product.credentials.baseUrl, product.credentials.liveKey);
  });

  afterAll(() => product.remove());

  it('makes one object of 100 equal calls (scenario 49)', async () => {
    const key = randomUUID();
    const answers = await times(100, () => create(key, key));
    const made = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ body }) => body.code))).toEqual(
      new Set(others.length > 0 ? ['idempotency_in_progress'] : []),
    );
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(made.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await titled(key)).toEqual([made[0]?.body.id]);
  });

  it('replays the first answer and says so (scenario 49)', async () => {
    const key = randomUUID();
    const first = await create(key, key);
    const second = await create(key, key);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.body]).toEqual([first.status, first.body]);
  });

  it('refuses another body under a key that was used, and does nothing (scenario 49)', async () => {
    const key = randomUUID();
    await create(key, key);
    const other = await create(key, `${key} again`);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await titled(`${key} again`)).toEqual([]);
  });

  it('forgets a refused body, so that a repaired one may follow under the same key (scenario 49)', async () => {
    const key = randomUUID();
    const broken = await create(key, '');
    expect([broken.status, broken.body.code]).toEqual([400, 'invalid_input']);
    expect((await create(key, key)).status).toBe(201);
  });
});
