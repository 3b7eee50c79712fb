import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  CaptureApiError,
  CaptureConnectionError,
  createCaptureClient,
  type CaptureClient,
  type Schemas,
} from '../src/index.js';
import { problem, RecordedApi } from './recorded-api.js';

const REQUEST_ID = 'crq_01k9z3m5q7e8r9tavbwcadyezf';
const ONCE_LATER = { 'retry-after': '1' };

describe('the client', () => {
  let api: RecordedApi;
  let capture: CaptureClient;

  const client = (options: { maxRetries?: number; timeoutMs?: number } = {}): CaptureClient =>
    createCaptureClient({ baseUrl: `${api.baseUrl}/`, apiKey: 'cap_live_key', ...options });

  const refusal = async (call: Promise<unknown>): Promise<CaptureApiError> => {
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CaptureApiError);
    return error as CaptureApiError;
  };

  const keys = (): unknown[] => api.seen.map(({ headers }) => headers['idempotency-key']);

  beforeAll(async () => {
    api = await RecordedApi.start();
    capture = client();
  });

  afterAll(() => api.stop());

  it('puts key, path, query and body where the API looks for them', async () => {
    api.expect(
      { status: 200, body: { data: [], nextCursor: null } },
      { status: 200, body: { id: REQUEST_ID } },
    );
    await capture.get('/v1/capture-requests', { query: { status: 'active', limit: 5 } });
    await capture.patch('/v1/capture-requests/{id}', { path: { id: 'a/b?c' }, body: { title: 'Ünïcode' } });
    const [list, patch] = api.seen;
    expect(list).toMatchObject({
      method: 'GET',
      url: '/api/v1/capture-requests?status=active&limit=5',
      headers: { authorization: 'Bearer cap_live_key' },
    });
    expect(list?.headers['idempotency-key']).toBeUndefined();
    expect(patch).toMatchObject({
      method: 'PATCH',
      url: '/api/v1/capture-requests/a%2Fb%3Fc',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"Ünïcode"}',
    });
  });

  it('types bodies and answers by the document', async () => {
    api.expect({ status: 201, body: { id: REQUEST_ID } }, { status: 204 });
    const made = await capture.post('/v1/capture-requests', { body: { title: 'T', prompt: 'P' } });
    expectTypeOf(made).toEqualTypeOf<Schemas['CaptureRequestDto']>();
    const gone = await capture.delete('/v1/capture-requests/{id}', { path: { id: made.id } });
    expectTypeOf(gone).toEqualTypeOf<undefined>();
    expect(gone).toBeUndefined();
    // @ts-expect-error: the document has no such path
    const unknown = (): unknown => capture.get('/v1/nothing');
    // @ts-expect-error: a path parameter is required
    const incomplete = (): unknown => capture.get('/v1/capture-requests/{id}');
    // @ts-expect-error: the prompt is required
    const partial = (): unknown => capture.post('/v1/capture-requests', { body: { title: 'T' } });
    expect([unknown, incomplete, partial]).toHaveLength(3);
  });

  it('refuses to call a path with a hole in it', async () => {
    api.expect();
    await expect(capture.get('/v1/capture-requests/{id}', { path: { id: '' } })).rejects.toThrow('path.id');
    expect(api.seen).toHaveLength(0);
  });

  it('repeats a write under one key of its own until it is answered, whatever happens on the way', async () => {
    api.expect(
      'cut',
      problem(503, 'service_unavailable'),
      problem(409, 'idempotency_in_progress'),
      'cutInBody',
      { status: 201, body: { id: REQUEST_ID } },
    );
    const made = await capture.post('/v1/capture-requests', { body: { title: 'T', prompt: 'P' } });
    expect(made.id).toBe(REQUEST_ID);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(api.seen.map(({ body }) => body))).toEqual(new Set(['{"title":"T","prompt":"P"}']));
    expect(api.seen).toHaveLength(5);
  });

  it('makes another key for another call, and uses the one it is given', async () => {
    const answer = { status: 200, body: { id: REQUEST_ID } };
    api.expect(answer, answer, answer);
    const path = { id: REQUEST_ID };
    await capture.post('/v1/capture-requests/{id}/close', { path });
    await capture.post('/v1/capture-requests/{id}/close', { path });
    await capture.post('/v1/capture-requests/{id}/close', { path, idempotencyKey: 'order-17' });
    expect(new Set(keys()).size).toBe(3);
    expect(keys()[2]).toBe('order-17');
  });

  it('waits as long as a spent budget asks for', async () => {
    const limited = problem(429, 'rate_limited', { retryAfterSec: 1 });
    if (typeof limited !== 'object') throw new Error('no answer');
    api.expect({ ...limited, headers: ONCE_LATER }, { status: 200, body: { data: [], nextCursor: null } });
    const startedAt = performance.now();
    await capture.get('/v1/recordings');
    // Timers may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(999);
  });

  it('says what was refused and does not repeat what cannot succeed', async () => {
    api.expect(problem(429, 'contact_cap', { cap: 250, count: 249 }));
    const contacts = [{ email: 'ada@example.org', name: 'Ada' }];
    const path = { id: REQUEST_ID };
    const full = await refusal(
      capture.post('/v1/capture-requests/{id}/contacts', { path, body: { contacts } }),
    );
    expect(full).toMatchObject({ status: 429, code: 'contact_cap', cap: 250, count: 249 });
    expect(full.requestId).toBe('req_01kaf3w6q3fv5v2m6t8xkq9z7r');

    const errors = [{ field: 'title', code: 'required', message: 'title is required.' }];
    api.expect(problem(400, 'invalid_input', { field: 'title', errors }));
    const invalid = await refusal(capture.post('/v1/capture-requests', { body: { title: '', prompt: '' } }));
    expect(invalid).toMatchObject({ code: 'invalid_input', field: 'title', errors });

    api.expect(problem(403, 'insufficient_scope', { requiredScope: 'usage:read' }));
    expect(await refusal(capture.get('/v1/usage'))).toMatchObject({ requiredScope: 'usage:read' });
    expect(api.seen).toHaveLength(1);
  });

  it('tells an answer of something in between from one of the API', async () => {
    const page = { body: '<html>Bad day</html>', contentType: 'text/html' };
    api.expect({ status: 403, ...page }, { status: 200, ...page });
    for (const status of [403, 200])
      expect(await refusal(capture.get('/v1/usage'))).toMatchObject({ status, code: 'unexpected_answer' });
  });

  it('gives up after its attempts and says what the last one met', async () => {
    api.expect('cut', 'cut', 'cut', 'cut');
    const error: unknown = await client({ maxRetries: 2 })
      .get('/v1/usage')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CaptureConnectionError);
    expect((error as Error).cause).toBeDefined();
    expect(api.seen).toHaveLength(3);

    api.expect(problem(503, 'service_unavailable'), problem(503, 'service_unavailable'));
    const unavailable = await refusal(client({ maxRetries: 1 }).get('/v1/usage'));
    expect(unavailable.code).toBe('service_unavailable');
  });

  it('waits no longer than its limit for an answer', async () => {
    api.expect('silence');
    const call = client({ maxRetries: 0, timeoutMs: 100 }).get('/v1/usage');
    await expect(call).rejects.toMatchObject({
      name: 'CaptureConnectionError',
      cause: { message: 'no answer within 100 ms' },
    });
  });

  it('stops at once when its caller does, in a call and between two', async () => {
    const later = { status: 503, headers: { 'retry-after': '60' } };
    for (const reaction of ['silence', later] as const) {
      api.expect(reaction);
      const reason = new Error('changed my mind');
      const controller = new AbortController();
      const call = client({ timeoutMs: 60_000 }).get('/v1/usage', { signal: controller.signal });
      const ended = expect(call).rejects.toBe(reason);
      await expect.poll(() => api.seen).toHaveLength(1);
      controller.abort(reason);
      await ended;
      expect(api.seen).toHaveLength(1);
    }
  });

  it('walks a list page by page, no further than it is read', async () => {
    const page = (ids: string[], nextCursor: string | null) => ({
      status: 200,
      body: { data: ids.map((id) => ({ id })), nextCursor },
    });
    const path = { id: REQUEST_ID };
    const read = async (most: number): Promise<string[]> => {
      api.expect(page(['sub_1', 'sub_2'], 'sub_2'), page(['sub_3'], 'sub_3'), page([], null));
      const ids: string[] = [];
      const list = capture.paginate('/v1/capture-requests/{id}/submissions', { path, query: { limit: 2 } });
      for await (const submission of list) {
        expectTypeOf(submission).toEqualTypeOf<Schemas['SubmissionDto']>();
        ids.push(submission.id);
        if (ids.length === most) break;
      }
      return ids;
    };
    expect(await read(9)).toEqual(['sub_1', 'sub_2', 'sub_3']);
    const submissions = `/api/v1/capture-requests/${REQUEST_ID}/submissions`;
    expect(api.seen.map(({ url }) => url)).toEqual([
      `${submissions}?limit=2`,
      `${submissions}?limit=2&cursor=sub_2`,
      `${submissions}?limit=2&cursor=sub_3`,
    ]);
    expect(await read(2)).toEqual(['sub_1', 'sub_2']);
    expect(api.seen).toHaveLength(1);
  });
});
