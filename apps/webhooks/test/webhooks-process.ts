import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { newId, PRINCIPAL_HEADER, type EventEnvelope } from '@capture/contracts';
import { signCall } from '@capture/platform';
import { stopProcess, until } from '@capture/testing';
import pg from 'pg';
import type { EndpointWithSecret } from '../src/endpoints/endpoint.dto.js';
import { environment, keyOf, migratedDatabase, PRINCIPAL_KEYS } from './service.js';

/** Short leases, so that what a killed process held is taken over soon. */
const QUICK = {
  CAPTURE_WEBHOOK_TIMEOUT_MS: '1000',
  CAPTURE_WEBHOOK_LEASE_MS: '1500',
  CAPTURE_WEBHOOK_ENDPOINT_CAP: '100',
  CAPTURE_OUTBOX_POLL_MS: '50',
  CAPTURE_OUTBOX_LEASE_MS: '600',
  CAPTURE_BUS_ACK_WAIT_MS: '1000',
  LOG_LEVEL: 'error',
};

/** A database that outlives the processes of a test, with direct access to it. */
export class SharedDatabase {
  private constructor(
    readonly url: string,
    private readonly pool: pg.Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(postgresAdminUrl: string): Promise<SharedDatabase> {
    const { url, drop } = await migratedDatabase(postgresAdminUrl);
    const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c capture.organization=*' });
    pool.on('error', () => undefined);
    return new SharedDatabase(url, pool, drop);
  }

  async sql<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query(statement, values)).rows as Row[];
  }

  /** States facts as a use case would: rows of the outbox. */
  async state(events: EventEnvelope[]): Promise<void> {
    await this.sql(
      `INSERT INTO outbox (event_id, type, organization_id, envelope, headers)
       SELECT e ->> 'id', e ->> 'type', e ->> 'organizationId', e::text, '{}' FROM unnest($1::json[]) AS e`,
      [events.map((event) => JSON.stringify(event))],
    );
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.drop();
  }
}

/** One process of the service. */
export class WebhooksProcess {
  private readonly messages: { ready?: string; reached?: string }[] = [];
  private output = '';

  private constructor(readonly child: ChildProcess) {
    child.on('message', (message) => this.messages.push(message as { ready?: string }));
    const keep = (chunk: Buffer): void => void (this.output = (this.output + chunk.toString()).slice(-4000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
  }

  static async start(databaseUrl: string, settings: Record<string, string> = {}): Promise<WebhooksProcess> {
    const env = { PATH: process.env['PATH'] ?? '', ...environment(databaseUrl, QUICK), ...settings };
    const script = fileURLToPath(new URL('webhooks-process.mjs', import.meta.url));
    const started = new WebhooksProcess(
      fork(script, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
    );
    await started.hears('ready');
    return started;
  }

  async hears(what: 'ready' | 'reached'): Promise<string> {
    const heard = (): string | undefined => {
      if (this.child.exitCode !== null) throw new Error(`ended with ${this.child.exitCode}: ${this.output}`);
      return this.messages.find((message) => message[what] !== undefined)?.[what];
    };
    // A start takes seconds on a busy machine.
    return until(`a process to say ${what}; it said ${this.output}`, heard, 60_000);
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    return stopProcess(this.child, signal);
  }

  /** Registers an endpoint of a new organization. */
  async endpoint(url: string): Promise<EndpointWithSecret & { organizationId: string }> {
    const organizationId = newId('organization');
    const response = await this.call(organizationId, 'POST', '', { url });
    if (response.status !== 201)
      throw new Error(`create answered ${response.status}: ${await response.text()}`);
    return { ...((await response.json()) as EndpointWithSecret), organizationId };
  }

  /** Calls a route below that of the endpoints with a key of the organization. */
  async call(organizationId: string, method: string, path: string, body?: object): Promise<Response> {
    const call = {
      principal: keyOf(organizationId),
      ip: '203.0.113.7',
      issuedAt: Math.floor(Date.now() / 1000),
    };
    return fetch(`${await this.hears('ready')}/v1/webhook-endpoints${path}`, {
      method,
      headers: {
        [PRINCIPAL_HEADER]: signCall(call, PRINCIPAL_KEYS),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
  }
}
