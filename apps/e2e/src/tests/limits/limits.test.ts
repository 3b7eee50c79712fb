import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Answer, type ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf } from '../../harness/clients/respondent.js';
import type { CaptureRequestBody, PageBody } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const WINDOW_MS = 60_000;
const READS_PER_MINUTE = 600;
const WRITES_PER_MINUTE = 60;

/** A write that uses its budget and changes nothing. */
const write = (api: Api): Promise<Answer<ProblemBody>> =>
  api.call<ProblemBody>('POST', '/v1/capture-requests', { body: {} });

const times = <T>(count: number, step: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, step));

describe(`keys and budgets (${MODE})`, () => {
  const credentials = sharedProduct().credentials;
  const operator = new Operator(credentials);
  const anonymous = new Api(credentials.baseUrl);
  let organizationId: string;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Limits');
  });

  it('scenario 42: accepts no call of a key that was revoked under load a second ago', async () => {
    const { id, key } = await operator.key(organizationId);
    const calls: { startedAt: number; status: number }[] = [];
    const after = (revokedAt: number): typeof calls =>
      calls.filter(({ startedAt }) => startedAt > revokedAt + 1_000);
    let stopped = false;
    // Paced to stay within the read budget, so that refusals can only be about the key.
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

  /** Bursts across a window boundary. @returns how many calls of each burst were accepted */
  const burstsOf = async (
    limit: number,
    call: (api: Api) => Promise<Answer<ProblemBody>>,
  ): Promise<number[]> => {
    const api = anonymous.as((await operator.key(organizationId)).key);
    const accepted: { from: number; to: number }[] = [];
    const attempt = async (): Promise<boolean> => {
      const from = performance.now();
      const { status, headers, body } = await call(api);
      if (status !== 429) return accepted.push({ from, to: performance.now() }) > 0;
      expect(body.code).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      return false;
    };
    const burst = async (size: number): Promise<number> =>
      (await times(size, attempt)).filter(Boolean).length;

    const first = await burst(1);
    const opened = accepted[0]?.from ?? 0;
    await until('the window to be nearly over', () => performance.now() > opened + 40_000, 60_000);
    const second = await burst(limit + 40);
    // Only the first call has left the window, which allows one more. A fixed window would now allow a whole budget.
    await until('the first call to leave the window', attempt, 30_000, 200);
    const third = await burst(40);
    for (const [index, { from }] of accepted.entries()) {
      const later = accepted[index + limit];
      if (later) expect(later.to - from).toBeGreaterThanOrEqual(WINDOW_MS);
    }
    return [first, second, third];
  };

  it('scenario 46: accepts exactly 600 reads and 60 writes in any 60 s, bursts across a window boundary included', async () => {
    const read = (api: Api): Promise<Answer<ProblemBody>> => api.call('GET', '/v1/recordings?limit=1');
    const [reads, writes] = await Promise.all([
      burstsOf(READS_PER_MINUTE, read),
      burstsOf(WRITES_PER_MINUTE, write),
    ]);
    expect(reads).toEqual([1, READS_PER_MINUTE - 1, 0]);
    expect(writes).toEqual([1, WRITES_PER_MINUTE - 1, 0]);
  });
});

if (MODE === 'distributed')
  describe('budgets without Redis', () => {
    const credentials = sharedProduct().credentials;
    const api = new Api(credentials.baseUrl);
    const redisPid = async (): Promise<number> => {
      const text = await readFile(join(sharedProduct().dataDir, 'processes.json'), 'utf8');
      return (JSON.parse(text) as { redis: number }).redis;
    };

    /** Calls with keys and links while `disturb` runs. @returns how often each status was answered */
    const underLoad = async (disturb: (answered: () => number) => Promise<void>): Promise<Set<number>> => {
      const operator = new Operator(credentials);
      const organization = await operator.organization('platform', 'Without Redis');
      const [writer, ...keys] = await Promise.all([1, 2, 3, 4].map(() => operator.key(organization)));
      const own = api.as(writer?.key ?? '');
      const { openLink } = await own.post<CaptureRequestBody>('/v1/capture-requests', {
        title: 'Without Redis',
        prompt: 'Still there?',
        status: 'active',
        openLink: true,
      });
      const link = accessOf(openLink?.url ?? '');
      const statuses: number[] = [];
      let over = false;
      const caller = async (step: () => Promise<Answer<unknown>>): Promise<void> => {
        while (!over) {
          statuses.push((await step()).status);
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
      };
      const callers = [
        ...keys.map(({ key }) => caller(() => api.call('GET', '/v1/recordings?limit=1', { token: key }))),
        caller(() => write(own)),
        caller(() => api.call('GET', `/v1/respond/campaigns/${link.id}`, { token: link.key })),
      ];
      try {
        await disturb(() => statuses.length);
      } finally {
        over = true;
      }
      await Promise.all(callers);
      return new Set(statuses);
    };

    const answers = (count: () => number, more: number): Promise<unknown> => {
      const before = count();
      return until('more answers', () => count() >= before + more);
    };

    it('scenario 47: Redis killed again and again under load: no answer is a 5xx', async () => {
      const statuses = await underLoad(async (answered) => {
        for (let kill = 0; kill < 3; kill += 1) {
          const pid = await redisPid();
          process.kill(pid, 'SIGKILL');
          await until('another Redis to be started', async () => (await redisPid()) !== pid);
          await answers(answered, 60);
        }
      });
      expect([...statuses].filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
      expect(statuses).toContain(200);
    });

    it('scenario 48: Redis black-holed under load: answers go on, and none is a 5xx', async () => {
      const pid = await redisPid();
      try {
        const statuses = await underLoad(async (answered) => {
          process.kill(pid, 'SIGSTOP');
          await answers(answered, 150);
          process.kill(pid, 'SIGCONT');
          await answers(answered, 60);
        });
        expect([...statuses].filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
        expect(statuses).toContain(200);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    });
  });

describe(`Idempotency-Key (${MODE})`, () => {
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

  // A hundred writes at once exceed the default budget of a key.
  beforeAll(async () => {
    product = await Product.start({ CAPTURE_BUDGET_WRITE: '1000' });
    api = new Api(product.credentials.baseUrl, product.credentials.liveKey);
  });

  afterAll(() => product.remove());

  it('scenario 49: makes one object of 100 equal calls', async () => {
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

  it('scenario 49: replays the first answer and says so', async () => {
    const key = randomUUID();
    const first = await create(key, key);
    const second = await create(key, key);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.body]).toEqual([first.status, first.body]);
  });

  it('scenario 49: refuses another body under a key that was used, and does nothing', async () => {
    const key = randomUUID();
    await create(key, key);
    const other = await create(key, `${key} again`);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await titled(`${key} again`)).toEqual([]);
  });

  it('scenario 49: forgets a refused body, so that a repaired one may follow under the same key', async () => {
    const key = randomUUID();
    const broken = await create(key, '');
    expect([broken.status, broken.body.code]).toEqual([400, 'invalid_input']);
    expect((await create(key, key)).status).toBe(201);
  });
});
