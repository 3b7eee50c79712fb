import type { IncomingMessage } from 'node:http';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy, NestMicroservice } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError, newId, REQUEST_ID_HEADER } from '@capture/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Logger } from 'nestjs-pino';
import { loadConfig, type ServiceConfig } from './config.js';
import { Handshakes, isHandshake } from './handshake.js';
import { Readiness } from './health.js';
import { IdleConnections } from './idle-connections.js';
import { measureRequests, Metrics } from './metrics.js';
import { PlatformModule, type PlatformOptions } from './platform.module.js';
import { sendProblem } from './problem.filter.js';
import { stringifyWithRaw } from './raw-json.js';
import { RethrowFilter } from './rethrow.filter.js';
import { startTelemetry } from './telemetry.js';

/** Bodies over this many bytes are refused; media has a route of its own. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** A module that provides this token has its commands and events served beside HTTP. */
export const TRANSPORT_STRATEGY = Symbol('transport strategy');

/** All that a process, or a composition of several in one process, needs to know to start a service. */
export interface ServiceDefinition<C extends ServiceConfig = ServiceConfig> {
  name: string;
  config: new () => C;
  module: Type;
  /** Callers from anywhere reach its port (the gateway). */
  publicDoor?: boolean;
  /**
   * Paths, without query, on which a WebSocket handshake reaches its route as one (`handshakeOf`). Everywhere else a
   * request's `Upgrade` means nothing.
   */
  sockets?: RegExp;
  /** For an app with routes of its own kind (the gateway); runs before the server listens. */
  prepare?: (app: NestFastifyApplication, config: C) => Promise<void> | void;
}

export interface RunningService {
  name: string;
  /** Base URL that the service listens on. */
  url: string;
  app: NestFastifyApplication;
  /** Stops taking requests, drains what is running, closes connections. */
  close(): Promise<void>;
}

export type StartOptions = Pick<PlatformOptions<ServiceConfig>, 'logDestination' | 'shared'> & {
  env: Record<string, string | undefined>;
};

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** Paths that the router cannot read, with bad escapes or endless segments, are no routes; no hook sees them. */
function noRoute(publicUrl: string) {
  // The adapter brings Fastify's types in a version of its own, so that these two are taken on trust.
  return (_error: Error, given: unknown, answer: unknown): void => {
    const [request, reply] = [given as FastifyRequest, answer as FastifyReply];
    void reply.header(REQUEST_ID_HEADER, request.id);
    sendProblem(new AppError('not_found', 'No such route.'), publicUrl, request, reply);
  };
}

function newAdapter({ CAPTURE_PUBLIC_URL }: ServiceConfig, sockets?: RegExp): FastifyAdapter {
  return new FastifyAdapter({
    http: sockets ? { shouldUpgradeCallback: isHandshake(sockets) } : {},
    bodyLimit: BODY_LIMIT_BYTES,
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers[REQUEST_ID_HEADER];
      const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : newId('request');
      request.headers[REQUEST_ID_HEADER] = id;
      return id;
    },
    frameworkErrors: noRoute(CAPTURE_PUBLIC_URL),
    forceCloseConnections: 'idle',
    // What still arrives over an open connection while the process drains is answered, then the connection ends.
    return503OnClosing: false,
  });
}

/** Builds and starts one service. @throws ConfigError when its settings are bad. */
export async function startService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  { env, ...options }: StartOptions,
): Promise<RunningService> {
  const config = loadConfig(definition.name, definition.config, env);
  const stopTelemetry = await startTelemetry(definition.name, config);
  const root = {
    module: definition.module,
    imports: [
      PlatformModule.forService({
        service: definition.name,
        publicDoor: definition.publicDoor,
        config,
        ...options,
      }),
    ],
  };
  const app = await NestFactory.create<NestFastifyApplication>(root, newAdapter(config, definition.sockets), {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.getHttpAdapter().getInstance().setReplySerializer(stringifyWithRaw);
  takeJson(app);
  measureRequests(app.getHttpAdapter().getInstance() as unknown as FastifyInstance, app.get(Metrics));
  await definition.prepare?.(app, config);
  const connections = new IdleConnections(app.getHttpServer());
  const handshakes = definition.sockets && new Handshakes(app.getHttpServer());
  // Before the transport starts: its handlers rely on what the bootstrap hooks set up.
  await app.init();
  await serveTransport(app);
  await app.listen(config.CAPTURE_HTTP_PORT, config.CAPTURE_HTTP_HOST);
  const url = await app.getUrl();
  app.get(Logger).log({ msg: 'listening', service: definition.name, url }, definition.name);
  app.flushLogs();
  const close = async (): Promise<void> => {
    app.get(Readiness).drain();
    // Connections that were busy when listening ended would otherwise stay for the whole of their keep-alive time.
    const closed = connections.reap(app.close());
    await (handshakes?.cut(closed) ?? closed);
    await stopTelemetry();
  };
  return { name: definition.name, url, app, close };
}

/** RFC 7396 gives merge patches a media type of their own; their bodies are read like any JSON. */
const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/** JSON and nothing else: a form or a text, which the framework would take as well, is 415. */
function takeJson(app: NestFastifyApplication): void {
  const http = app.getHttpAdapter().getInstance();
  // A metadata may have members of any name; the validation pipe removes or refuses what could do harm.
  const parse = http.getDefaultJsonParser('ignore', 'ignore');
  http.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES } as const;
  http.addContentTypeParser(JSON_TYPES, options, (request, body, done) => {
    Object.assign(request, { rawBody: body });
    parse(request, body.toString(), done);
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
  // They share the modules, whose hooks the HTTP application has run.
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
