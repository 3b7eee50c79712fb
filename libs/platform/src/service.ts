import { setTimeout as pause } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy, NestMicroservice } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { stringifyWithRaw } from '@capture/contracts';
import type { FastifyInstance } from 'fastify';
import { Logger } from 'nestjs-pino';
import { Clock } from './clock.js';
import { loadConfig, type ServiceConfig } from './config/config.js';
import { CallContexts } from './call/call-context.js';
import { Handshakes } from './http/handshake.js';
import { acceptJsonOnly, newHttpAdapter } from './http/http-adapter.js';
import { Readiness } from './health/readiness.js';
import { endConnectionsWhileDraining, IdleConnections } from './http/idle-connections.js';
import { measureRequests, Metrics } from './telemetry/metrics.js';
import { PlatformModule, type PlatformOptions } from './platform.module.js';
import { readPrincipals } from './principal/access.js';
import { CallVerifier } from './principal/principal.js';
import { RethrowFilter } from './http/rethrow.filter.js';
import { AnswerLog } from './telemetry/answer-log.js';
import { startTelemetry } from './telemetry/telemetry.js';

/** A module that provides this token serves commands and events beside HTTP. */
export const TRANSPORT_STRATEGY = Symbol('transport strategy');

/** What a process needs to start a service, alone or composed with others. */
export interface ServiceDefinition<C extends ServiceConfig = ServiceConfig> {
  name: string;
  config: new () => C;
  module: Type;
  /** Its port is public (the gateway's). */
  publicPort?: boolean;
  /**
   * Paths, without query, whose routes take WebSocket handshakes (`handshakeOf`). Elsewhere `Upgrade` is ignored.
   */
  sockets?: RegExp;
  /** For apps that register routes on Fastify itself (the gateway); runs before the server listens. */
  prepare?: (app: NestFastifyApplication, config: C) => Promise<void> | void;
}

export interface RunningService {
  name: string;
  /** Base URL that the service listens on. */
  url: string;
  app: NestFastifyApplication;
  /**
   * Reports unready and goes on answering for `ms`, on connections that end with their answer. Whoever sends requests here
   * learns in this time to send them elsewhere.
   */
  drain(ms: number): Promise<void>;
  /** Stops taking requests, drains what is running, closes connections. */
  close(): Promise<void>;
}

export type StartOptions = Pick<PlatformOptions<ServiceConfig>, 'logDestination' | 'shared'> & {
  env: Record<string, string | undefined>;
};

/** Builds and starts one service. @throws ConfigError when its settings are bad. */
export async function startService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  { env, ...options }: StartOptions,
): Promise<RunningService> {
  const config = loadConfig(definition.name, definition.config, env);
  const telemetry = await startTelemetry(definition, config);
  const app = await newApplication(definition, config, options);
  app.useLogger(app.get(Logger));
  app.getHttpAdapter().getInstance().setReplySerializer(stringifyWithRaw);
  acceptJsonOnly(app);
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  telemetry.traceRequests(server);
  app.get(AnswerLog).follow(server);
  measureRequests(server, app.get(Metrics));
  await telemetry.exportMetrics(app.get(Metrics));
  // Nobody may speak as the gateway at its own, public port.
  if (!definition.publicPort) readPrincipals(server, app.get(CallVerifier), app.get(Clock));
  app.get(CallContexts).surround(server);
  endConnectionsWhileDraining(server, app.get(Readiness));
  await definition.prepare?.(app, config);
  const connections = new IdleConnections(app.getHttpServer());
  const handshakes = definition.sockets && new Handshakes(app.getHttpServer());
  // Bootstrap hooks run before the transport starts: its handlers rely on them.
  await app.init();
  await serveTransport(app);
  await app.listen(config.CAPTURE_HTTP_PORT, config.CAPTURE_HTTP_HOST);
  const url = await app.getUrl();
  app.get(Logger).log({ msg: 'listening', service: definition.name, url }, definition.name);
  app.flushLogs();
  const drain = async (ms: number): Promise<void> => {
    app.get(Readiness).drain();
    await pause(ms);
  };
  const close = async (): Promise<void> => {
    app.get(Readiness).drain();
    // Connections that are busy now would otherwise stay open for their whole keep-alive time.
    const closed = connections.closeUntil(app.close());
    await (handshakes?.destroyAfterGrace(closed) ?? closed);
    await telemetry.stop();
  };
  return { name: definition.name, url, app, drain, close };
}

function newApplication<C extends ServiceConfig>(
  { name, module, publicPort, sockets }: ServiceDefinition<C>,
  config: C,
  options: Omit<StartOptions, 'env'>,
): Promise<NestFastifyApplication> {
  const platform = PlatformModule.forService({ service: name, publicPort, config, ...options });
  const root = { module, imports: [platform] };
  return NestFactory.create<NestFastifyApplication>(root, newHttpAdapter(config, sockets), {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
  });
}

async function serveTransport(app: NestFastifyApplication): Promise<void> {
  const strategy = optional<CustomTransportStrategy>(app, TRANSPORT_STRATEGY);
  if (!strategy) return;
  const microservice = app.connectMicroservice(
    { strategy },
    { deferInitialization: true },
  ) as NestMicroservice;
  microservice.useGlobalFilters(new RethrowFilter());
  // The HTTP application has run the init hooks of the modules, which both share.
  microservice.setIsInitHookCalled(true);
  await app.startAllMicroservices();
}

function optional<T>(app: NestFastifyApplication, token: symbol): T | undefined {
  try {
    return app.get<T>(token, { strict: false });
  } catch {
    return undefined;
  }
}
