import { until } from '@capture/testing';
import { Api } from './api.js';
import { KeyRing } from './key-ring.js';
import { Operator } from './operator.js';
import type { Credentials } from './product.js';
import type { PageBody } from './scene.js';

export interface EndpointBody {
  id: string;
  url: string;
  status: 'enabled' | 'disabled';
  disabledReason: string | null;
  secret: string;
}

export interface DeliveryBody {
  id: string;
  eventId: string;
  eventType: string;
  status: 'pending' | 'succeeded' | 'failed' | 'held';
  attemptCount: number;
  nextAttemptAt: string | null;
  attempts: {
    attempt: number;
    status: number | null;
    error: string | null;
    latencyMs: number;
    responseBody: string | null;
  }[];
}

export interface EventBody {
  id: string;
  type: string;
  sequence: number;
  data: Record<string, unknown>;
}

/** Any time at all, for replays. */
export const EVER = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
/** Requests that are under way at once while many facts are made. */
const AT_ONCE = 16;

/** An organization of a test's own, with as many keys as its calls need: its facts, endpoints and delivery log. */
export class WebhookOwner {
  private readonly endpoints: string[] = [];

  private constructor(
    readonly organizationId: string,
    private readonly baseUrl: string,
    private readonly keys: KeyRing,
  ) {}

  static async settle({ baseUrl, operatorToken }: Credentials, name = 'webhooks'): Promise<WebhookOwner> {
    const operator = new Operator(baseUrl, operatorToken);
    const id = await operator.organization('platform', name);
    return new WebhookOwner(id, baseUrl, new KeyRing(operator, id));
  }

  /** A key with some of its budget left. */
  key(budget: 'read' | 'write'): Promise<string> {
    return this.keys.take(budget);
  }

  async reads(): Promise<Api> {
    return new Api(this.baseUrl, await this.key('read'));
  }

  async writes(): Promise<Api> {
    return new Api(this.baseUrl, await this.key('write'));
  }

  async endpoint(url: string, events: string[] = ['*']): Promise<EndpointBody> {
    const api = await this.writes();
    const made = await api.post<EndpointBody>('/v1/webhook-endpoints', { url, events });
    this.endpoints.push(made.id);
    return made;
  }

  async readEndpoint(id: string): Promise<EndpointBody> {
    return (await this.reads()).get(`/v1/webhook-endpoints/${id}`);
  }

  async update(id: string, body: object): Promise<EndpointBody> {
    return (await this.writes()).expect(200, 'PATCH', `/v1/webhook-endpoints/${id}`, { body });
  }

  /** Ends every attempt and retry of the test. */
  async clear(): Promise<void> {
    for (const id of this.endpoints.splice(0))
      await (await this.writes()).call('DELETE', `/v1/webhook-endpoints/${id}`);
  }

  /** Makes capture requests, by default drafts: facts of one event each, `capture_request.created`. Their ids. */
  async facts(count: number, fields: Record<string, unknown> = {}): Promise<string[]> {
    const ids: string[] = [];
    const one = async (): Promise<void> => {
      while (ids.length < count) {
        const at = ids.push('') - 1;
        ids[at] = await this.request(fields);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, one));
    return ids;
  }

  private async request(fields: Record<string, unknown>): Promise<string> {
    const api = await this.writes();
    const body = { title: 'A fact', prompt: 'Why?', ...fields };
    return (await api.post<{ id: string }>('/v1/capture-requests', body)).id;
  }

  /** The newest deliveries of an endpoint, without the answers' bodies. */
  async deliveries(endpointId: string, query = ''): Promise<DeliveryBody[]> {
    const path = `/v1/webhook-endpoints/${endpointId}/deliveries?limit=100${query}`;
    return (await (await this.reads()).get<PageBody<DeliveryBody>>(path)).data;
  }

  async delivery(endpointId: string, id: string): Promise<DeliveryBody> {
    return (await this.reads()).get(`/v1/webhook-endpoints/${endpointId}/deliveries/${id}`);
  }

  /** Waits until the endpoint's newest delivery has had that many attempts, or more, and has come to `status` where given. */
  settled(endpointId: string, attempts: number, status?: DeliveryBody['status']): Promise<DeliveryBody> {
    const look = async (): Promise<DeliveryBody | undefined> => {
      const [newest] = await this.deliveries(endpointId);
      if (!newest || newest.attemptCount < attempts || (status !== undefined && newest.status !== status))
        return undefined;
      return this.delivery(endpointId, newest.id);
    };
    return until(`${attempts} attempts${status ? `, ${status}` : ''}`, look, 60_000, 100);
  }

  async replay(endpointId: string, range: object = EVER): Promise<number> {
    const api = await this.writes();
    const path = `/v1/webhook-endpoints/${endpointId}/replay`;
    const { replayed } = await api.expect<{ replayed: number }>(202, 'POST', path, { body: range });
    return replayed;
  }

  async replayOne(endpointId: string, deliveryId: string): Promise<void> {
    const path = `/v1/webhook-endpoints/${endpointId}/deliveries/${deliveryId}/replay`;
    await (await this.writes()).expect(202, 'POST', path);
  }

  /** Everything in the event log after a sequence, oldest first, as the guide reads it. */
  async events(afterSequence = 0): Promise<EventBody[]> {
    const events: EventBody[] = [];
    let cursor: string | null = null;
    do {
      const from: string = cursor === null ? '' : `&cursor=${cursor}`;
      const path = `/v1/events?limit=100&afterSequence=${afterSequence}${from}`;
      const page: PageBody<EventBody> = await (await this.reads()).get(path);
      events.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return events.reverse();
  }
}
