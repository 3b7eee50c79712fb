import { randomBytes } from 'node:crypto';
import {
  newId,
  PRINCIPAL_HEADER,
  SCOPES,
  type EventEnvelope,
  type KeyPrincipal,
  type Principal,
  type PromotedSession,
  type PromoteSession,
} from '@capture/contracts';
import { BUS, InProcessBus } from '@capture/messaging';
import { applyMigrations, Database, provisionSchema } from '@capture/persistence';
import { Clock, signCall, startService, type RunningService } from '@capture/platform';
import { createTestDatabase } from '@capture/testing';
import { MIGRATIONS, SCHEMA, sessions } from '../src/app.module.js';
import type { OpenedSessionResponse } from '../src/session.dto.js';
import { SessionSweep } from '../src/session.jobs.js';

const PRINCIPAL_KEYS = ['a principal key of the tests that is long enough'];

export function keyOf(changes: Partial<KeyPrincipal> = {}): KeyPrincipal {
  return {
    kind: 'key',
    organizationId: newId('organization'),
    keyId: newId('key'),
    mode: 'live',
    scopes: [...SCOPES],
    ownerMemberId: newId('member'),
    plan: 'team',
    features: ['api', 'sessions'],
    limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
    organizationPaused: false,
    ...changes,
  };
}

class MovableClock extends Clock {
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
  body: T;
}

interface Request {
  body?: object;
  headers?: Record<string, string>;
}

/** The sessions service in two processes' worth of instances on one database, called as the gateway calls it. */
export class SessionsUnderTest {
  readonly clock = new MovableClock();
  readonly events: EventEnvelope[] = [];
  /** What the recordings service answers; undefined while it cannot be reached. */
  promotion: ((asked: PromoteSession) => Promise<PromotedSession>) | undefined;
  private readonly instances: RunningService[] = [];
  private readonly buses: InProcessBus[] = [];

  private constructor(
    private readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(postgresAdminUrl: string, instances = 1): Promise<SessionsUnderTest> {
    const database = await createTestDatabase(postgresAdminUrl);
    const role = `sessions_${randomBytes(4).toString('hex')}`;
    await provisionSchema(database.adminUrl, { schema: SCHEMA, role, password: 'test' });
    const url = new URL(database.adminUrl);
    url.username = role;
    url.password = 'test';
    await applyMigrations({ url: url.toString(), schema: SCHEMA }, MIGRATIONS);
    const started = new SessionsUnderTest(url.toString(), () => database.drop());
    for (let index = 0; index < instances; index += 1) await started.boot();
    return started;
  }

  async stop(): Promise<void> {
    for (const instance of this.instances) await instance.close();
    for (const bus of this.buses) await bus.close();
    await this.drop();
  }

  async call<T>(
    principal: Principal | null,
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {} }: Request = {},
  ): Promise<Answer<T>> {
    const call = { ip: '203.0.113.7', issuedAt: Math.floor(this.clock.now().getTime() / 1000) };
    const signed =
      principal === null ? {} : { [PRINCIPAL_HEADER]: signCall({ principal, ...call }, PRINCIPAL_KEYS) };
    const response = await this.instance(0).app.inject({
      method,
      url: path,
      headers: { ...signed, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.json() as T };
  }

  async opened(key: KeyPrincipal): Promise<OpenedSessionResponse> {
    return (await this.call<OpenedSessionResponse>(key, 'POST', '/v1/sessions')).body;
  }

  /** Runs the sweep of every instance at the same time. */
  async sweep(): Promise<void> {
    await Promise.all(this.instances.map(({ app }) => app.get(SessionSweep).sweep()));
  }

  eventsOf(sessionId: string, type: string): EventEnvelope[] {
    return this.events.filter(
      (event) => event.type === type && (event.data as { sessionId: string }).sessionId === sessionId,
    );
  }

  /** Rows of a statement, with the service's own rights. */
  sql<Row>(statement: string, ...values: unknown[]): Promise<Row[]> {
    const database = this.instance(0).app.get(Database);
    return database.forEveryOrganization('a test looks', () => database.query<Row>(statement, ...values));
  }

  private instance(index: number): RunningService {
    const instance = this.instances[index];
    if (!instance) throw new Error(`there is no instance ${index}`);
    return instance;
  }

  private async boot(): Promise<void> {
    const bus = new InProcessBus();
    bus.serve('recordings', 'recordings.promote_session', (payload) => {
      if (!this.promotion) throw new Error('the recordings service is down');
      return this.promotion(payload as PromoteSession);
    });
    const instance = await startService(sessions, {
      env: {
        DATABASE_URL: this.databaseUrl,
        CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEYS.join(','),
        CAPTURE_TOKEN_SECRET: 'a token secret of the tests, long enough',
        CAPTURE_PUBLIC_URL: 'https://capture.example',
        CAPTURE_SESSION_SWEEP_MS: '3600000',
        CAPTURE_PROMOTION_TIMEOUT_MS: '300',
        LOG_LEVEL: 'silent',
      },
      shared: [
        { provide: BUS, useValue: bus },
        { provide: Clock, useValue: this.clock },
      ],
    });
    bus.tap('>', (event) => void this.events.push(event));
    bus.open();
    this.buses.push(bus);
    this.instances.push(instance);
  }
}
