import { randomBytes } from 'node:crypto';
import {
  newId,
  PRINCIPAL_HEADER,
  SCOPES,
  type CommandAnswer,
  type CommandPattern,
  type CommandPayload,
  type EventEnvelope,
  type KeyPrincipal,
  type Principal,
  type Problem,
} from '@capture/contracts';
import { BUS, InProcessBus } from '@capture/messaging';
import { applyMigrations, Database, provisionSchema } from '@capture/persistence';
import { Clock, signCall, startService, type RunningService } from '@capture/platform';
import { createTestDatabase, until } from '@capture/testing';
import { accounts, MIGRATIONS, SCHEMA } from '../src/app.module.js';
import { sha256Hex } from '../src/tokens/token.model.js';
import type { CreateKeyDto, IssuedKeyDto } from '../src/api-keys/key.dto.js';
import type { CreatedOrganizationDto } from '../src/provisioning/provisioning.dto.js';

const PRINCIPAL_KEYS = ['a principal key of the tests that is long enough'];

export const operator: Principal = { kind: 'operator' };

export function keyOf(organizationId: string, changes: Partial<KeyPrincipal> = {}): KeyPrincipal {
  return {
    kind: 'key',
    organizationId,
    keyId: newId('key'),
    mode: 'live',
    scopes: [...SCOPES],
    ownerMemberId: newId('member'),
    plan: 'platform',
    features: ['api'],
    limits: { rosterCap: 1000, submissionCap: 10_000, maxGuests: 8 },
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
  body: T;
  headers: Record<string, unknown>;
}

interface Request {
  body?: object;
  /** Null sends no principal at all. */
  principal?: Principal | null;
  headers?: Record<string, string>;
  /** Whose call it is, as the gateway says. */
  ip?: string;
}

/** The accounts service on a database of its own, called as the gateway calls it. */
export class AccountsUnderTest {
  readonly clock = new MovableClock();
  readonly events: EventEnvelope[] = [];
  private readonly bus = new InProcessBus();

  private constructor(
    readonly databaseUrl: string,
    private readonly drop: () => Promise<void>,
    private service: RunningService | undefined = undefined,
  ) {}

  static async start(postgresAdminUrl: string): Promise<AccountsUnderTest> {
    const database = await createTestDatabase(postgresAdminUrl);
    const role = `accounts_${randomBytes(4).toString('hex')}`;
    await provisionSchema(database.adminUrl, { schema: SCHEMA, role, password: 'test' });
    const url = new URL(database.adminUrl);
    url.username = role;
    url.password = 'test';
    await applyMigrations({ url: url.toString(), schema: SCHEMA }, MIGRATIONS);
    const started = new AccountsUnderTest(url.toString(), () => database.drop());
    await started.boot();
    return started;
  }

  async stop(): Promise<void> {
    await this.service?.close();
    await this.bus.close();
    await this.drop();
  }

  async call<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    request: Request = {},
  ): Promise<Answer<T>> {
    const { body, principal = operator, headers = {}, ip = '203.0.113.7' } = request;
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const signed =
      principal === null ? {} : { [PRINCIPAL_HEADER]: signCall({ principal, ip, issuedAt }, PRINCIPAL_KEYS) };
    const response = await this.app.inject({
      method,
      url: path,
      headers: { ...signed, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const answered = (response.body === '' ? null : response.json()) as T;
    return { status: response.statusCode, body: answered, headers: response.headers };
  }

  refused(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    request: Request = {},
  ): Promise<Answer<Problem>> {
    return this.call<Problem>(method, path, request);
  }

  send<P extends CommandPattern>(pattern: P, payload: CommandPayload<P>): Promise<CommandAnswer<P>> {
    return this.bus.request(pattern, payload, { timeoutMs: 5_000 }) as Promise<CommandAnswer<P>>;
  }

  resolve(key: string): Promise<CommandAnswer<'accounts.resolve_credential'>> {
    return this.send('accounts.resolve_credential', { keySha256: sha256Hex(key) });
  }

  /** Publishes an event of another service; resolves when every consumer is done with it. */
  async hears(event: EventEnvelope): Promise<void> {
    await this.bus.publish(event);
  }

  eventsOf(organizationId: string, type: string): EventEnvelope[] {
    return this.events.filter((event) => event.organizationId === organizationId && event.type === type);
  }

  /** The organization's events of that type, once there are `count` of them and none waits to be published. */
  async eventsUntil(organizationId: string, type: string, count: number): Promise<EventEnvelope[]> {
    await until(`${count} of ${type}`, () => this.eventsOf(organizationId, type).length >= count);
    await until('an idle outbox', async () => {
      const rows = await this.sql('SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT 1');
      return rows.length === 0;
    });
    return this.eventsOf(organizationId, type);
  }

  /** Rows of a statement, with the service's own rights. */
  sql<Row>(statement: string, ...values: unknown[]): Promise<Row[]> {
    const database = this.app.get(Database);
    return database.forEveryOrganization('a test looks', () => database.query<Row>(statement, ...values));
  }

  async organization(plan = 'platform'): Promise<CreatedOrganizationDto> {
    const body = { name: 'Acme', plan, ownerEmail: 'owner@acme.example' };
    return (await this.call<CreatedOrganizationDto>('POST', '/operator/v1/orgs', { body })).body;
  }

  async key(organizationId: string, body: Partial<CreateKeyDto> = {}): Promise<IssuedKeyDto> {
    const full = { name: 'Backend', mode: 'live', scopes: ['usage:read'], ...body };
    return (await this.call<IssuedKeyDto>('POST', `/operator/v1/orgs/${organizationId}/keys`, { body: full }))
      .body;
  }

  private get app(): RunningService['app'] {
    if (!this.service) throw new Error('the service is not running');
    return this.service.app;
  }

  private async boot(): Promise<void> {
    this.service = await startService(accounts, {
      env: {
        DATABASE_URL: this.databaseUrl,
        CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEYS.join(','),
        CAPTURE_KEY_PEPPER: 'a pepper of the tests that is long enough',
        CAPTURE_SIGN_IN_SECRET: 'a sign-in secret of the tests, long enough',
        CAPTURE_KEY_USAGE_FLUSH_MS: '100',
        LOG_LEVEL: 'silent',
      },
      shared: [
        { provide: BUS, useValue: this.bus },
        { provide: Clock, useValue: this.clock },
      ],
    });
    this.bus.tap('>', (event) => void this.events.push(event));
    this.bus.open();
  }
}
