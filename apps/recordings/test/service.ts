import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
} from '@capture/contracts';
import { BUS, InProcessBus } from '@capture/messaging';
import { applyMigrations, Database, provisionSchema } from '@capture/persistence';
import { Clock, signCall, startService, type RunningService } from '@capture/platform';
import { createTestDatabase } from '@capture/testing';
import { MIGRATIONS, recordings, SCHEMA } from '../src/app.module.js';
import { ObjectStore, uploadPrefix } from '../src/object-store.js';

export const PRINCIPAL_KEYS = 'a principal key of the tests that is long enough';
export const PUBLIC_ORIGIN = 'http://localhost:8080';
export const nobody: Principal = { kind: 'public' };
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
    features: ['api', 'recordings'],
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
  headers: Headers;
  body: T;
}

export interface Sandbox {
  databaseUrl: string;
  storeDir: string;
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** A database with the service's schema, and a store directory. Sweeps run only when a test says so. */
export async function makeSandbox(
  postgresAdminUrl: string,
  env: Record<string, string> = {},
): Promise<Sandbox> {
  const database = await createTestDatabase(postgresAdminUrl);
  const role = `recordings_${randomBytes(4).toString('hex')}`;
  await provisionSchema(database.adminUrl, { schema: SCHEMA, role, password: 'test' });
  const url = new URL(database.adminUrl);
  url.username = role;
  url.password = 'test';
  const databaseUrl = url.toString();
  await applyMigrations({ url: databaseUrl, schema: SCHEMA }, MIGRATIONS);
  const storeDir = await mkdtemp(join(tmpdir(), 'capture-test-store-'));
  const drop = async (): Promise<void> => {
    await database.drop();
    await rm(storeDir, { recursive: true, force: true });
  };
  const settings = {
    DATABASE_URL: databaseUrl,
    CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEYS,
    CAPTURE_STORE_DIR: storeDir,
    CAPTURE_GRANT_SECRET: 'a grant secret of the tests',
    CAPTURE_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
    CAPTURE_PART_SIZE_BYTES: '8192',
    CAPTURE_UPLOAD_SWEEP_SEC: '86400',
    CAPTURE_RETENTION_SWEEP_SEC: '86400',
    CAPTURE_RECONCILE_SEC: '86400',
    LOG_LEVEL: 'silent',
    ...env,
  };
  return { databaseUrl, storeDir, env: settings, drop };
}

/** The recordings service on a database and a store of its own, called as the gateway and its peers call it. */
export class RecordingsUnderTest {
  readonly clock = new MovableClock();
  readonly events: EventEnvelope[] = [];
  private readonly bus = new InProcessBus();
  private service: RunningService | undefined;

  private constructor(readonly sandbox: Sandbox) {}

  static async start(
    postgresAdminUrl: string,
    env: Record<string, string> = {},
  ): Promise<RecordingsUnderTest> {
    const started = new RecordingsUnderTest(await makeSandbox(postgresAdminUrl, env));
    started.bus.tap('>', (event) => void started.events.push(event));
    await started.boot();
    started.bus.open();
    return started;
  }

  async stop(): Promise<void> {
    await this.service?.close();
    await this.bus.close();
    await this.sandbox.drop();
  }

  get app(): RunningService['app'] {
    if (!this.service) throw new Error('the service is not running');
    return this.service.app;
  }

  /** Where a URL made for the public leads within the test; one of the store leads there. */
  local(url: string): string {
    const { origin, pathname, search } = new URL(url, PUBLIC_ORIGIN);
    if (origin !== PUBLIC_ORIGIN) return url;
    return `${this.service?.url ?? ''}${pathname.replace(/^\/api/, '')}${search}`;
  }

  vouch(principal: Principal): Record<string, string> {
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    return { [PRINCIPAL_HEADER]: signCall({ principal, ip: '203.0.113.7', issuedAt }, [PRINCIPAL_KEYS]) };
  }

  async call<T>(
    method: string,
    path: string,
    principal: Principal | null,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const sent = {
      ...(principal ? this.vouch(principal) : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    };
    const answer = await fetch(this.local(path), {
      method,
      headers: sent,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text === '' ? null : JSON.parse(text)) as T,
    };
  }

  send<P extends CommandPattern>(pattern: P, payload: CommandPayload<P>): Promise<CommandAnswer<P>> {
    return this.bus.request(pattern, payload, { timeoutMs: 30_000 }) as Promise<CommandAnswer<P>>;
  }

  /** Publishes an event of another service; resolves when every consumer is done with it. */
  async hears(event: EventEnvelope): Promise<void> {
    await this.bus.publish(event);
  }

  eventsOf(organizationId: string): EventEnvelope[] {
    return this.events.filter((event) => event.organizationId === organizationId);
  }

  sql<Row>(statement: string, ...values: unknown[]): Promise<Row[]> {
    const database = this.app.get(Database);
    return database.forEveryOrganization('a test looks', () => database.query<Row>(statement, ...values));
  }

  private async boot(): Promise<void> {
    this.service = await startService(recordings, {
      env: this.sandbox.env,
      shared: [
        { provide: BUS, useValue: this.bus },
        { provide: Clock, useValue: this.clock },
      ],
    });
  }
}

/** Keys that the store holds of one upload, or of all. */
export async function blobsOf(
  service: RecordingsUnderTest,
  ref?: { organizationId: string; uploadId: string },
): Promise<string[]> {
  const keys: string[] = [];
  const prefix = ref ? uploadPrefix(ref.organizationId, ref.uploadId) : '';
  for await (const blob of service.app.get(ObjectStore).list(prefix)) keys.push(blob.key);
  return keys;
}
