import { createHash, randomBytes } from 'node:crypto';
import {
  formatApiKey,
  newId,
  type KeyPrincipal,
  type MemberPrincipal,
  type ResolvedCredential,
} from '@capture/contracts';
import { BUS, InProcessBus } from '@capture/messaging';
import { startService, type RunningService } from '@capture/platform';
import fastify, { type FastifyInstance } from 'fastify';
import { gateway, NEIGHBOURS, SERVICES, type Neighbours, type ServiceName } from '../src/index.js';

export const PRINCIPAL_KEY = 'principal-key-of-the-tests';
export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

/** Stands for accounts: knows the keys and the sign-ins that a test makes and says whose they are. */
export class FakeAccounts {
  readonly asked: string[] = [];
  private readonly credentials = new Map<string, ResolvedCredential>();
  private readonly signIns = new Map<string, MemberPrincipal>();

  add(
    overrides: Partial<KeyPrincipal> = {},
    expiresAt: string | null = null,
  ): { key: string; principal: KeyPrincipal } {
    const mode = overrides.mode ?? 'live';
    const key = formatApiKey(mode, randomBytes(32));
    const principal: KeyPrincipal = {
      kind: 'key',
      organizationId: newId('organization'),
      keyId: newId('key'),
      mode,
      scopes: [
        'capture_requests:read',
        'capture_requests:write',
        'recordings:read',
        'recordings:download',
        'sessions:write',
      ],
      ownerMemberId: newId('member'),
      plan: 'team',
      features: ['api', 'capture_requests', 'recordings', 'sessions', 'webhooks'],
      limits: { rosterCap: 250, submissionCap: 10_000, maxGuests: 4 },
      organizationPaused: false,
      ...overrides,
    };
    const upgrades = { webhooks: 'team' };
    this.credentials.set(createHash('sha256').update(key).digest('hex'), { principal, expiresAt, upgrades });
    return { key, principal };
  }

  revoke(keyId: string): void {
    for (const [hash, { principal }] of this.credentials)
      if (principal.keyId === keyId) this.credentials.delete(hash);
  }

  /** A person who is signed in, by the token of their cookie. */
  signIn(): { token: string; principal: MemberPrincipal } {
    const token = randomBytes(32).toString('base64url');
    const principal: MemberPrincipal = {
      kind: 'member',
      organizationId: newId('organization'),
      memberId: newId('member'),
      email: 'ada@acme.example',
      role: 'member',
      plan: 'free',
      features: [],
      limits: { rosterCap: 25, submissionCap: 100, maxGuests: 0 },
      organizationPaused: false,
      signInId: randomBytes(32).toString('hex'),
    };
    this.signIns.set(createHash('sha256').update(token).digest('hex'), principal);
    return { token, principal };
  }

  endSignIns(): void {
    this.signIns.clear();
  }

  serve(bus: InProcessBus): void {
    bus.serve('accounts', 'accounts.resolve_sign_in', (payload) => {
      const { tokenSha256 } = payload as { tokenSha256: string };
      return Promise.resolve(this.signIns.get(tokenSha256) ?? null);
    });
    bus.serve('accounts', 'accounts.resolve_credential', (payload) => {
      const { keySha256 } = payload as { keySha256: string };
      this.asked.push(keySha256);
      return Promise.resolve(this.credentials.get(keySha256) ?? null);
    });
  }
}

export interface Harness {
  url: string;
  bus: InProcessBus;
  accounts: FakeAccounts;
  logs: string[];
  services: Record<ServiceName, FastifyInstance>;
  running: RunningService;
  close(): Promise<void>;
}

/**
 * A gateway before small HTTP servers that take the place of the services; `define` gives them routes. `neighbours` are
 * those that it is told run in its own process.
 */
export async function startGateway(
  define: (services: Record<ServiceName, FastifyInstance>) => void,
  env: Record<string, string> = {},
  shared?: { bus: InProcessBus; accounts: FakeAccounts },
  neighbours: readonly ServiceName[] = [],
): Promise<Harness> {
  const services = Object.fromEntries(SERVICES.map((name) => [name, plainServer()])) as Record<
    ServiceName,
    FastifyInstance
  >;
  define(services);
  const upstreams: Record<string, string> = {};
  for (const name of SERVICES) {
    upstreams[`CAPTURE_UPSTREAM_${name.toUpperCase().replace('-', '_')}`] = await services[name].listen({
      port: 0,
      host: '127.0.0.1',
    });
  }
  const bus = shared?.bus ?? new InProcessBus();
  const accounts = shared?.accounts ?? new FakeAccounts();
  if (!shared) accounts.serve(bus);
  bus.open();
  const logs: string[] = [];
  const running = await startService(gateway, {
    env: {
      CAPTURE_HTTP_PORT: '0',
      CAPTURE_PUBLIC_URL: 'https://capture.example',
      CAPTURE_PRINCIPAL_KEYS: PRINCIPAL_KEY,
      CAPTURE_OPERATOR_TOKEN: OPERATOR_TOKEN,
      ...upstreams,
      ...env,
    },
    shared: [
      { provide: BUS, useValue: bus },
      { provide: NEIGHBOURS, useValue: inThisProcess(services, neighbours) },
    ],
    logDestination: { write: (line: string) => void logs.push(line) },
  });
  const close = async (): Promise<void> => {
    await running.close();
    await Promise.all(Object.values(services).map((service) => service.close()));
    if (!shared) await bus.close();
  };
  return { url: running.url, bus, accounts, logs, services, running, close };
}

function inThisProcess(
  services: Record<ServiceName, FastifyInstance>,
  names: readonly ServiceName[],
): Neighbours {
  return Object.fromEntries(
    names.map((name) => [name, (...call) => void services[name].server.emit('request', ...call)]),
  ) as Neighbours;
}

function plainServer(): FastifyInstance {
  const server = fastify({ forceCloseConnections: true, bodyLimit: 1024 ** 3 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  return server;
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
