// Steady load of an integrator that writes and reads, with an account of every answer.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../control/until.js';
import type { Answer, Client } from './client.js';

const WORKERS = 3;
const BETWEEN_MS = 200;
const RETRY_MS = 250;

export interface Failure {
  at: number;
  what: string;
  why: string;
}

/** Writers create a request each, say so again as if they had not heard the answer, then read it. What fails is tried again under the same Idempotency-Key, and counted. */
export class Load {
  calls = 0;
  readonly failures: Failure[] = [];
  /** The longest that a call took until it had succeeded, with all of its tries. */
  longestMs = 0;
  readonly created = new Set<string>();
  /** When the calls were begun that have not succeeded yet. */
  private readonly pending = new Set<{ begun: number }>();
  private readonly workers: Promise<void>[];
  private ending = false;

  constructor(private readonly client: Client) {
    this.workers = Array.from({ length: WORKERS }, () => this.work());
  }

  private async work(): Promise<void> {
    while (!this.ending) {
      const headers = { 'idempotency-key': randomUUID() };
      const body = { title: 'Under load', prompt: 'What happened?', status: 'active' };
      const made = await this.succeed(201, 'POST', '/v1/capture-requests', body, headers);
      const { id } = made.body as { id: string };
      this.created.add(id);
      // A second request, if one is made, is one that nobody asked for.
      await this.succeed(201, 'POST', '/v1/capture-requests', body, headers);
      await this.succeed(200, 'GET', `/v1/capture-requests/${id}`);
      await this.succeed(200, 'GET', '/v1/recordings');
      await pause(BETWEEN_MS);
    }
  }

  private async succeed(
    wanted: number,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const begun = Date.now();
    const mark = { begun };
    this.pending.add(mark);
    for (;;) {
      this.calls += 1;
      const answer = await this.client
        .call(method, path, body, headers)
        .catch((error: unknown) => error as Error);
      if (!(answer instanceof Error) && answer.status === wanted) {
        this.pending.delete(mark);
        this.longestMs = Math.max(this.longestMs, Date.now() - begun);
        return answer;
      }
      const { cause } = answer as Error;
      const why =
        answer instanceof Error ? `${answer.message} ${String(cause ?? '')}` : JSON.stringify(answer);
      this.failures.push({ at: Date.now(), what: `${method} ${path}`, why });
      await pause(RETRY_MS);
    }
  }

  /** Resolves once every call that was begun has succeeded. */
  async stop(): Promise<void> {
    this.ending = true;
    await Promise.all(this.workers);
  }

  /** True while a call waits that was begun before that moment: it may hang, without having failed. */
  waitsSince(moment: number): boolean {
    return [...this.pending].some(({ begun }) => begun < moment);
  }

  /** Begins the account anew, as for the next fault. */
  reset(): void {
    this.calls = 0;
    this.failures.length = 0;
    this.longestMs = 0;
  }
}

interface EventBody {
  type: string;
  data: { captureRequestId?: string };
}

/**
 * What is there against what was answered: `lost` and `doubled`, of requests and of the events about them.
 * @param atRest whether the load has stopped: only then is a request that nobody was told of one too many
 */
export async function reconcile(
  client: Client,
  acknowledged: ReadonlySet<string>,
  { atRest = true } = {},
): Promise<string[]> {
  const created = new Set(acknowledged);
  const found = (await client.all<{ id: string }>('/v1/capture-requests')).map(({ id }) => id);
  const told = new Map<string, number>();
  const complete = async (): Promise<boolean> => {
    told.clear();
    for (const { type, data } of await client.all<EventBody>('/v1/events'))
      if (type === 'capture_request.created') {
        const id = data.captureRequestId ?? '';
        told.set(id, (told.get(id) ?? 0) + 1);
      }
    return [...created].every((id) => told.has(id));
  };
  // Those that do not come are named below.
  await until('the events of all requests', complete, 120_000).catch(() => undefined);
  const lost = [...created].filter((id) => !found.includes(id));
  const unasked = found.filter((id) => atRest && !created.has(id));
  return [
    ...lost.map((id) => `lost: request ${id}`),
    ...unasked.map((id) => `doubled: request ${id}`),
    ...[...created].filter((id) => !told.has(id)).map((id) => `lost: the event of ${id}`),
    ...[...told].filter(([, times]) => times > 1).map(([id, times]) => `${times} events of ${id}`),
  ];
}
