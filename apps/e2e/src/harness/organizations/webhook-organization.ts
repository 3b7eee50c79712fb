import { until } from '@capture/testing';
import { Api } from '../clients/api.js';
import { Operator } from '../clients/operator.js';
import type { Credentials } from '../processes/product.js';
import type { PageBody } from './capture-fixture.js';
import { KeyPool } from './key-pool.js';

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

/** A time range that contains everything, for replays. */
export const EVER = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
/** Concurrent requests while events are produced. */
const CONCURRENCY = 16;

/** An organization of one test, with as many API keys as its calls need: its events, endpoints and delivery log. */
export class WebhookOrganization {
  private readonly endpoints: string[] = [];

  private constructor(
    readonly organizationId: string,
    private readonly baseUrl: string,
    private readonly keys: KeyPool,
  ) {}

  static async create(credentials: Credentials, name = 'webhooks'): Promise<WebhookOrganization> {
    const operator = new Operator(credentials);
    const id = await operator.organization('platform', name);
    return new WebhookOrganization(id, credentials.baseUrl, new KeyPool(operator, id));
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

  /** Deletes the endpoints, and with them every attempt and retry. */
  async clear(): Promise<void> {
    for (const id of this.endpoints.splice(0))
      await (await this.writes()).call('DELETE', `/v1/webhook-endpoints/${id}`);
  }

  /** Creates capture requests, by default drafts, which cause one event each: `capture_request.created`. Returns their ids. */
  async createRequests(count: number, fields: Record<string, unknown> = {}): Promise<string[]> {
    const ids: string[] = [];
    const one = async (): Promise<void> => {
      while (ids.length < count) {
        const at = ids.push('') - 1;
        ids[at] = await this.request(fields);
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count) }, one));
    return ids;
  }

  private async request(fields: Record<string, unknown>): Promise<string> {
    const api = await this.writes();
    const body = { title: 'An event', prompt: 'Why?', ...fields };
    return (await api.post<{ id: string }>('/v1/capture-requests', body)).id;
  }

  /** The newest deliveries of an endpoint, without response bodies. */
  async deliveries(endpointId: string, query = ''): Promise<DeliveryBody[]> {
    const path = `/v1/webhook-endpoints/${endpointId}/deliveries?limit=100${query}`;
    return (await (await this.reads()).get<PageBody<DeliveryBody>>(path)).data;
  }

  async delivery(endpointId: string, id: string): Promise<DeliveryBody> {
    return (await this.reads()).get(`/v1/webhook-endpoints/${endpointId}/deliveries/${id}`);
  }

  /** Waits until the endpoint's newest delivery has had at least that many attempts and, if given, has that status. */
  attempted(endpointId: string, attempts: number, status?: DeliveryBody['status']): Promise<DeliveryBody> {
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

  /** Every event after a sequence number, oldest first, read as the guide describes. */
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
