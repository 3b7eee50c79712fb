// The OpenAPI document of each service, as its code declares it. No server, database or bus is touched.
import 'reflect-metadata';
import { accounts } from '@capture/accounts';
import { captureRequests } from '@capture/capture-requests';
import { PlatformModule } from '@capture/platform';
import { recordings } from '@capture/recordings';
import { sessions } from '@capture/sessions';
import { webhooks } from '@capture/webhooks';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DECORATORS, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Document, ServiceDocument } from './document.js';
import { type Handler, placeholderId } from './operation-ids.js';

/** In the order in which the reference shows them. */
const SERVICES = [captureRequests, sessions, recordings, accounts, webhooks];

type Definition = (typeof SERVICES)[number];
type Application = Awaited<ReturnType<typeof NestFactory.create>>;

function handlersOf(app: Application): Handler[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    const prototype = (metatype?.prototype ?? {}) as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((method) => {
      const handler = prototype[method];
      if (typeof handler !== 'function') return [];
      const stated = Reflect.getMetadata(DECORATORS.API_OPERATION, handler) as Partial<Handler> | undefined;
      const { operationId } = stated ?? {};
      return operationId === undefined ? [] : [{ operationId, name: `${metatype?.name}.${method}` }];
    });
  });
}

async function read(definition: Definition): Promise<{ described: ServiceDocument; handlers: Handler[] }> {
  const { name: service, module, config: Config } = definition;
  // The settings' defaults are enough where nothing is instantiated.
  const root = { module, imports: [PlatformModule.forService({ service, config: new Config() })] };
  const app = await NestFactory.create(root, new FastifyAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  const document = SwaggerModule.createDocument(app, config, { operationIdFactory: placeholderId });
  return { described: { service, document: document as unknown as Document }, handlers: handlersOf(app) };
}

export async function serviceDocuments(): Promise<{ documents: ServiceDocument[]; handlers: Handler[] }> {
  const services = await Promise.all(SERVICES.map(read));
  return {
    documents: services.map(({ described }) => described),
    handlers: services.flatMap(({ handlers }) => handlers),
  };
}
