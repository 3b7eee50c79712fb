// The OpenAPI document of each service, as its code declares it. No server, database or bus is touched.
import 'reflect-metadata';
import { accounts } from '@capture/accounts';
import { captureRequests } from '@capture/capture-requests';
import { PlatformModule } from '@capture/platform';
import { recordings } from '@capture/recordings';
import { sessions } from '@capture/sessions';
import { webhooks } from '@capture/webhooks';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

const SERVICES = [captureRequests, sessions, recordings, accounts, webhooks];

/** For operations that state no id: `list` of the EndpointController becomes `listEndpoint`. */
function operationId(controller, method) {
  return method + controller.replace(/Controller$/, '');
}

async function documentOf(definition) {
  const { name: service, module, config: Config } = definition;
  // The settings' defaults are enough where nothing is instantiated.
  const root = { module, imports: [PlatformModule.forService({ service, config: new Config() })] };
  const app = await NestFactory.create(root, new FastifyAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  return {
    service,
    document: SwaggerModule.createDocument(app, config, { operationIdFactory: operationId }),
  };
}

/** `[{service, document}]`, in the order in which the reference shows them. */
export function serviceDocuments() {
  return Promise.all(SERVICES.map(documentOf));
}
