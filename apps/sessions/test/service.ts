import { randomBytes } from 'node:crypto';
import {
  newId,
  PRINCIPAL_HEADER,
  SCOPES,
  type EventEnvelope,
  type KeyPrincipal,
  type MemberPrincipal,
  type Principal,
  type PromotedSession,
  type PromoteSession,
} from '@capture/contracts';
import { BUS, InProcessBus, NatsBus, type Bus } from '@capture/messaging';
import { applyMigrations, Database, provisionSchema } from '@capture/persistence';
import { Clock, signCall, startService, type RunningService } from '@capture/platform';
import { createTestDatabase } from '@capture/testing';
import { MIGRATIONS, SCHEMA, sessions } from '../src/app.module.js';
import type { OpenedSessionResponse } from '../src/sessions/session.dto.js';
import { PresenceJob } from '../src/sockets/presence.jobs.js';
import { SessionSweep } from '../src/ending/session-end.jobs.js';
import { RoomClient } from './room-client.js';

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

/** Somebody who is signed in to the key's organization. */
export function memberOf(key: KeyPrincipal, memberId = newId('member')): MemberPrincipal {
  const { organizationId, plan, features, limits } = key;
  const organization = { organizationId, plan, features, limits, organizationPaused: false };
  const person = { email: 'grace@example.org', role: 'member', signInId: 'a sign-in' } as const;
  return { kind: 'member', memberId, ...organization, ...person };
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
  promotion: ((asked: PromoteSession) => Promise<PromotedSession>) | undefined = () =>
    Promise.resolve({ promotion: 'empty', savedCount: 0, recordingId: null, errorId: null });
  /** What the recordings service was asked about uploads, and what it answers. */
  readonly uploads: { pattern: string; payload: unknown }[] = [];
  uploadAnswers: Partial<Record<string, (payload: never) => unknown>> = {};
  private readonly instances: RunningService[] = [];
  private readonly buses: Bus[] = [];
  private readonly sockets: RoomClient[] = [];

  private constructor(
    private readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
    private readonly natsUrl: string | undefined,
  ) {}

  /** @param natsUrl joins the instances; without it each has a bus of its own, as if it were alone */
  static async start(postgresAdminUrl: string, instances = 1, natsUrl?: string): Promise<SessionsUnderTest> {
    const database = await createTestDatabase(postgresAdminUrl);
    const role = `sessions_${randomBytes(4).toString('hex')}`;
    await provisionSchema(database.adminUrl, { schema: SCHEMA, role, password: 'test' });
    const url = new URL(database.adminUrl);
    url.username = role;
    url.password = 'test';
    await applyMigrations({ url: url.toString(), schema: SCHEMA }, MIGRATIONS);
    const started = new SessionsUnderTest(url.toString(), () => database.drop(), natsUrl);
    for (let index = 0; index < instances; index += 1) await started.boot();
    return started;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.cut();
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
    const signed = principal === null ? {} : this.vouch(principal);
    const response = await this.instance(0).app.inject({
      method,
      url: path,
      headers: { ...signed, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.json() as T };
  }

  /** The socket of a participant, as the gateway passes it on. */
  connect(sessionId: string, participantToken: string, index = 0): RoomClient {
    const url = `${this.instance(index).url.replace('http', 'ws')}/v1/rooms/${sessionId}/socket`;
    const client = new RoomClient(url, this.vouch({ kind: 'capability', token: participantToken }));
    this.sockets.push(client);
    return client;
  }

  /** What the presence job of every instance does now and then. */
  async presence(): Promise<void> {
    await Promise.all(this.instances.map(({ app }) => app.get(PresenceJob).run()));
  }

  /** Ends one instance as a rolling restart does. */
  async stopInstance(index: number): Promise<void> {
    await this.instance(index).close();
    this.instances.splice(index, 1);
  }

  /** Runs `work` as the service does for a call of that organization. */
  within<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.app().get(Database).forOrganization(organizationId, work);
  }

  app(index = 0): RunningService['app'] {
    return this.instance(index).app;
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

  private vouch(principal: Principal): Record<string, string> {
    const call = { ip: '203.0.113.7', issuedAt: Math.floor(this.clock.now().getTime() / 1000) };
    return { [PRINCIPAL_HEADER]: signCall({ principal, ...call }, PRINCIPAL_KEYS) };
  }

  private instance(index: number): RunningService {
    const instance = this.instances[index];
    if (!instance) throw new Error(`there is no instance ${index}`);
    return instance;
  }

  private async boot(): Promise<void> {
    const bus = this.openBus();
    const instance = await startService(sessions, {
      env: {
        DATABASE_URL: this.databaseUrl,
        CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEYS.join(','),
        CAPTURE_TOKEN_SECRET: 'a token secret of the tests, long enough',
        CAPTURE_PUBLIC_URL: 'https://capture.example',
        CAPTURE_SESSION_SWEEP_MS: '3600000',
        CAPTURE_ROOM_HEARTBEAT_MS: '60000',
        CAPTURE_ICE_SERVERS: 'stun:stun.example.org',
        CAPTURE_PROMOTION_TIMEOUT_MS: '2000',
        LOG_LEVEL: 'silent',
      },
      shared: [
        { provide: BUS, useValue: bus },
        { provide: Clock, useValue: this.clock },
      ],
    });
    if (this.natsUrl === undefined || this.instances.length === 0)
      await bus.tap('>', (event) => void this.events.push(event)).ready;
    if (bus instanceof InProcessBus) bus.open();
    this.buses.push(bus);
    this.instances.push(instance);
  }

  private openBus(): Bus {
    if (this.natsUrl === undefined) return this.withRecordings(new InProcessBus());
    if (this.buses.length === 0) this.buses.push(this.withRecordings(this.onNats('recordings')));
    return this.onNats('sessions');
  }

  private onNats(service: string): Bus {
    return new NatsBus({ url: this.natsUrl ?? '', service, retentionHours: 1 });
  }

  private withRecordings(bus: Bus): Bus {
    bus.serve('recordings', 'recordings.promote_session', (payload) => {
      if (!this.promotion) throw new Error('the recordings service is down');
      return this.promotion(payload as PromoteSession);
    });
    for (const step of ['open_upload', 'upload_state', 'grant_parts', 'complete_upload']) {
      const pattern = `recordings.${step}`;
      bus.serve('recordings', pattern, async (payload) => {
        this.uploads.push({ pattern, payload });
        return this.uploadAnswers[pattern]?.(payload as never) ?? null;
      });
    }
    return bus;
  }
}
