import { randomBytes } from 'node:crypto';
import {
  AppError,
  newId,
  PRINCIPAL_HEADER,
  type EventEnvelope,
  type KeyPrincipal,
  type Principal,
} from '@capture/contracts';
import { BUS, InProcessBus } from '@capture/messaging';
import { applyMigrations, Database, provisionSchema } from '@capture/persistence';
import { Clock, type PeriodicJob, signCall, startService, type RunningService } from '@capture/platform';
import type { Type } from '@nestjs/common';
import { createTestDatabase, until } from '@capture/testing';
import { captureRequests, MIGRATIONS, SCHEMA } from '../src/app.module.js';
import { Neighbours } from './neighbours.js';

const PRINCIPAL_KEY = 'principal-key-of-the-tests-0123456789';
export const IP = '198.51.100.7';

/** A clock that tests move; it goes on ticking from where it was put. */
class MovableClock extends Clock {
  offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  text: string;
  headers: Record<string, unknown>;
}

interface CallOptions {
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string;
  headers?: Record<string, string>;
  ip?: string;
}

/** The service on a database of its own, with stand-ins for its neighbours on an in-process bus. */
export class Service {
  readonly events: EventEnvelope[] = [];

  readonly instances: RunningService[] = [];
  private readonly buses: InProcessBus[] = [];

  private constructor(
    readonly neighbours: Neighbours,
    readonly clock: MovableClock,
    private readonly env: Record<string, string>,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(
    adminUrl: string,
    options: { instances?: number; env?: Record<string, string> } = {},
  ): Promise<Service> {
    const database = await createTestDatabase(adminUrl);
    const role = `role_${randomBytes(4).toString('hex')}`;
    await provisionSchema(database.adminUrl, { schema: SCHEMA, role, password: 'pw' });
    const url = new URL(database.adminUrl);
    url.username = role;
    url.password = 'pw';
    await applyMigrations({ url: url.toString(), schema: SCHEMA }, MIGRATIONS);
    const neighbours = new Neighbours();
    const clock = new MovableClock();
    const env = {
      DATABASE_URL: url.toString(),
      CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEY,
      CAPTURE_LINK_SECRET: 'link-secret-of-the-tests-0123456789abcdef',
      CAPTURE_EVIDENCE_SIGNING_KEY: Buffer.alloc(32, 5).toString('base64'),
      CAPTURE_PUBLIC_URL: 'https://capture.example',
      LOG_LEVEL: 'silent',
      ...options.env,
    };
    const service = new Service(neighbours, clock, env, database.drop);
    for (let count = options.instances ?? 1; count > 0; count -= 1) await service.add();
    return service;
  }

  /** One more process of the service: same database, a bus of its own; `changes` to its settings. */
  async add(changes: Record<string, string> = {}): Promise<void> {
    const env = { ...this.env, ...changes };
    const bus = new InProcessBus();
    this.neighbours.serve(bus);
    bus.tap('>', (event) => void this.events.push(event));
    const shared = [
      { provide: BUS, useValue: bus },
      { provide: Clock, useValue: this.clock },
    ];
    this.instances.push(await startService(captureRequests, { env, shared }));
    this.buses.push(bus);
    bus.open();
  }

  /** Every process ends; one with `changes` to its settings takes their place. */
  async restart(changes: Record<string, string>): Promise<void> {
    await this.close();
    await this.add(changes);
  }

  async stop(): Promise<void> {
    await this.close();
    await this.drop();
  }

  private async close(): Promise<void> {
    for (const instance of this.instances.splice(0)) await instance.close();
    for (const bus of this.buses.splice(0)) await bus.close();
  }

  get bus(): InProcessBus {
    const [bus] = this.buses;
    if (!bus) throw new Error('no instance is running');
    return bus;
  }

  /** Direct access to the rows of every organization. */
  get database(): Pick<Database, 'query' | 'execute'> {
    const database = this.first.app.get(Database);
    const every = <T>(work: () => Promise<T>): Promise<T> =>
      database.forEveryOrganization('a test looks', work);
    return {
      query: (sql, ...values) => every(() => database.query(sql, ...values)),
      execute: (sql, ...values) => every(() => database.execute(sql, ...values)),
    };
  }

  get first(): RunningService {
    const [first] = this.instances;
    if (!first) throw new Error('no instance is running');
    return first;
  }

  async call<T = Record<string, unknown>>(
    principal: Principal,
    method: string,
    url: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await this.first.app.inject({
      method: method as 'GET',
      url,
      headers: {
        [PRINCIPAL_HEADER]: signCall({ principal, ip: options.ip ?? IP, issuedAt }, [PRINCIPAL_KEY]),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      body: (text === '' ? {} : JSON.parse(text)) as T,
      text,
      headers: response.headers,
    };
  }

  /** Waits until events of that type were published for a request, then answers them. */
  awaitEvents(captureRequestId: string, type: string): Promise<EventEnvelope<Record<string, unknown>>[]> {
    return until(type, () => {
      const found = this.eventsOf(captureRequestId, type);
      return found.length > 0 ? found : undefined;
    });
  }

  /** Runs a job from its beginning: the first call may have joined a run that was under way. */
  async runJob(type: Type<{ job: PeriodicJob }>, { app } = this.first): Promise<void> {
    const { job } = app.get(type);
    await job.runNow();
    await job.runNow();
  }

  eventsOf(captureRequestId: string, type?: string): EventEnvelope<Record<string, unknown>>[] {
    return (this.events as EventEnvelope<Record<string, unknown>>[]).filter(
      ({ data, type: given }) =>
        data['captureRequestId'] === captureRequestId && (type === undefined || given === type),
    );
  }
}

/** A key of an organization of its own, that may do everything unless told otherwise. */
export function newKey(changes: Partial<KeyPrincipal> = {}): KeyPrincipal {
  return {
    kind: 'key',
    organizationId: newId('organization'),
    keyId: newId('key'),
    mode: 'live',
    scopes: ['capture_requests:read', 'capture_requests:write'],
    ownerMemberId: null,
    plan: 'platform',
    features: ['api', 'capture_requests'],
    limits: { rosterCap: 1000, submissionCap: 10_000, maxGuests: 8 },
    organizationPaused: false,
    ...changes,
  };
}

export function unavailable(): never {
  throw new AppError('service_unavailable', 'Killed by the test.', { retryAfterSec: 1 });
}
