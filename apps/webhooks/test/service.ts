import { randomBytes } from 'node:crypto';
import {
  CaptureRequestClosed,
  createEvent,
  newId,
  PRINCIPAL_HEADER,
  SCOPES,
  type EventEnvelope,
  type KeyPrincipal,
  type Principal,
  type Problem,
} from '@capture/contracts';
import { BUS, InProcessBus } from '@capture/messaging';
import { applyMigrations, Database, provisionSchema } from '@capture/persistence';
import { Clock, signCall, startService, type RunningService } from '@capture/platform';
import { createTestDatabase, until } from '@capture/testing';
import { MIGRATIONS, SCHEMA, webhooks } from '../src/app.module.js';
import type { Delivery, DeliveryPage } from '../src/deliveries/delivery.dto.js';
import type { DeliveryStatus } from '../src/deliveries/delivery.model.js';
import type { CreateEndpointBody, Endpoint, EndpointWithSecret } from '../src/endpoints/endpoint.dto.js';
import { WorkSignal } from '../src/deliveries/queue/work-signal.js';

export const PRINCIPAL_KEYS = ['a principal key of the tests that is long enough'];
export const SECRET_KEY = randomBytes(32).toString('base64');

export function keyOf(organizationId: string, changes: Partial<KeyPrincipal> = {}): KeyPrincipal {
  return {
    kind: 'key',
    organizationId,
    keyId: newId('key'),
    mode: 'live',
    scopes: [...SCOPES],
    ownerMemberId: newId('member'),
    plan: 'platform',
    features: ['api', 'webhooks'],
    limits: { rosterCap: 1000, submissionCap: 10_000, maxGuests: 8 },
    organizationPaused: false,
    ...changes,
  };
}

/** A fact of another service, with metadata that parsing would spoil. */
export const METADATA =
  '{"b":1,"10":"ten","2":"two","big":12345678901234567890,"nul":"\\u0000","é":"\\u00e9"}';

export function closedEvent(organizationId: string, metadata = METADATA): EventEnvelope {
  const data = { captureRequestId: newId('captureRequest'), metadata, reason: 'closed_by_api' as const };
  return createEvent(CaptureRequestClosed, organizationId, data);
}

export class MovableClock extends Clock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
  }
}

export interface Answer<T> {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: T;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Request {
  body?: object;
  /** Null sends no principal at all. */
  principal?: Principal | null;
  headers?: Record<string, string>;
}

/** A database of its own with the service's schema in it. */
export async function migratedDatabase(
  postgresAdminUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const database = await createTestDatabase(postgresAdminUrl);
  const role = `webhooks_${randomBytes(4).toString('hex')}`;
  await provisionSchema(database.adminUrl, { schema: SCHEMA, role, password: 'test' });
  const url = new URL(database.adminUrl);
  url.username = role;
  url.password = 'test';
  await applyMigrations({ url: url.toString(), schema: SCHEMA }, MIGRATIONS);
  return { url: url.toString(), drop: () => database.drop() };
}

/** Settings of the service under test; `settings` win. */
export function environment(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEYS.join(','),
    CAPTURE_WEBHOOK_SECRET_KEY: SECRET_KEY,
    CAPTURE_WEBHOOK_ALLOW_LOOPBACK: 'true',
    CAPTURE_WEBHOOK_POLL_MS: '20',
    CAPTURE_BUS_BACKOFF_MS: '20',
    LOG_LEVEL: 'silent',
    ...settings,
  };
}

/** The webhooks service on a database of its own, called as the gateway calls it. */
export class WebhooksUnderTest {
  readonly clock = new MovableClock();
  /** Every event on the bus, in order. */
  readonly events: EventEnvelope[] = [];
  private readonly bus = new InProcessBus();

  private constructor(
    readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
    private service: RunningService | undefined = undefined,
  ) {}

  static async start(
    postgresAdminUrl: string,
    settings: Record<string, string> = {},
  ): Promise<WebhooksUnderTest> {
    const { url, drop } = await migratedDatabase(postgresAdminUrl);
    const started = new WebhooksUnderTest(url, drop);
    started.service = await startService(webhooks, {
      env: environment(url, settings),
      shared: [
        { provide: BUS, useValue: started.bus },
        { provide: Clock, useValue: started.clock },
      ],
    });
    started.bus.tap('>', (event) => void started.events.push(event));
    started.bus.open();
    return started;
  }

  async stop(): Promise<void> {
    await this.service?.close();
    await this.bus.close();
    await this.drop();
  }

  get app(): RunningService['app'] {
    if (!this.service) throw new Error('the service is not running');
    return this.service.app;
  }

  async call<T>(method: Method, path: string, request: Request = {}): Promise<Answer<T>> {
    const { body, principal = null, headers = {} } = request;
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const call = principal && { principal, ip: '203.0.113.7', issuedAt };
    const signed = call ? { [PRINCIPAL_HEADER]: signCall(call, PRINCIPAL_KEYS) } : {};
    const response = await this.app.inject({
      method,
      url: path,
      headers: { ...signed, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: (text === '' ? null : JSON.parse(text)) as T,
    };
  }

  /** Publishes an event of another service; resolves when it is logged and queued. */
  async hears(...events: EventEnvelope[]): Promise<void> {
    await Promise.all(events.map((event) => this.bus.publish(event)));
  }

  /** Moves the clock and has the worker look, as its timer would. */
  later(seconds: number): void {
    this.clock.advance(seconds);
    this.app.get(WorkSignal).poke();
  }

  sql<Row>(statement: string, ...values: unknown[]): Promise<Row[]> {
    const database = this.app.get(Database);
    return database.forEveryOrganization('a test looks', () => database.query<Row>(statement, ...values));
  }

  organization(): Organization {
    return new Organization(this);
  }
}

/** An integrator with a key. */
export class Organization {
  readonly id = newId('organization');
  readonly key = keyOf(this.id);

  constructor(private readonly under: WebhooksUnderTest) {}

  call<T>(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    return this.under.call<T>(method, path, { principal: this.key, headers, ...(body ? { body } : {}) });
  }

  refused(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<Problem>> {
    return this.call<Problem>(method, path, body, headers);
  }

  async endpoint(url: string, body: Partial<CreateEndpointBody> = {}): Promise<EndpointWithSecret> {
    const answer = await this.call<EndpointWithSecret>('POST', '/v1/webhook-endpoints', { url, ...body });
    if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  async readEndpoint(id: string): Promise<Endpoint> {
    return (await this.call<Endpoint>('GET', `/v1/webhook-endpoints/${id}`)).body;
  }

  /** The delivery log of an endpoint, newest first, with answers' bodies. */
  async deliveries(endpointId: string): Promise<Delivery[]> {
    const path = `/v1/webhook-endpoints/${endpointId}/deliveries`;
    const { body } = await this.call<DeliveryPage>('GET', `${path}?limit=100`);
    return Promise.all(
      body.data.map(async ({ id }) => (await this.call<Delivery>('GET', `${path}/${id}`)).body),
    );
  }

  /** Waits until the newest delivery has had `attempts` attempts, whatever follows, or has come to `status`. */
  settled(endpointId: string, attempts: number, status?: DeliveryStatus): Promise<Delivery> {
    const path = `/v1/webhook-endpoints/${endpointId}/deliveries`;
    return until(`${attempts} attempts${status ? `, ${status}` : ''}`, async () => {
      const { body } = await this.call<DeliveryPage>('GET', `${path}?limit=1`);
      const [newest] = body.data;
      if (newest?.attemptCount !== attempts || (status !== undefined && newest.status !== status))
        return undefined;
      return (await this.call<Delivery>('GET', `${path}/${newest.id}`)).body;
    });
  }
}
