import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { noSuchRoute, refuseMethod } from './api.routes.js';
import type { GatewayConfig } from './config.js';
import { errorIndex, loadErrorPages } from './docs/error-pages.js';
import type { OpenApiDocument } from './docs/openapi.js';
import { renderReference } from './docs/reference.js';
import { STYLE } from './docs/style.js';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};
const HTML = 'text/html; charset=utf-8';

/** Documents of the API and of the console's: each with its file, where it is served, and where its reference is. */
const DOCUMENTS = [
  { file: 'openapi.json', url: '/api/v1/openapi.json', pages: ['/api/docs', '/api/docs/'] },
  { file: 'console-openapi.json', url: '/console/api/openapi.json', pages: ['/api/docs/console'] },
] as const;

/** The OpenAPI documents, the references made from them, and a page for each error code. Read once, at start. */
export async function registerDocs(scope: FastifyInstance, config: GatewayConfig): Promise<void> {
  for (const { file, url, pages } of DOCUMENTS) {
    const path = join(config.CAPTURE_DOCS_DIR, 'api', file);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) new Logger('docs').warn(`${file} is not on this instance`);
    const reference =
      text === undefined ? undefined : renderReference(JSON.parse(text) as OpenApiDocument, url);
    serve(
      scope,
      url,
      sender('application/json; charset=utf-8', () => text),
    );
    for (const page of pages)
      serve(
        scope,
        page,
        sender(HTML, () => reference),
      );
  }
  const errors = await loadErrorPages(join(config.CAPTURE_DOCS_DIR, 'errors'));
  serve(
    scope,
    '/api/docs/style.css',
    sender('text/css; charset=utf-8', () => STYLE),
  );
  serve(scope, '/api/docs/errors', sender(HTML, errorIndex));
  serve(
    scope,
    '/api/docs/errors/:code',
    sender(HTML, (params) => errors.get(params['code'] ?? '')),
  );
}

function sender(
  type: string,
  find: (params: Record<string, string>) => string | undefined,
): RouteHandlerMethod {
  return (request, reply) => {
    const content = find(request.params as Record<string, string>);
    if (content === undefined) throw new AppError('not_found', 'There is no such page.');
    return reply.headers(HEADERS).type(type).send(content);
  };
}

function serve(scope: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  scope.get(url, handler);
  const others = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  scope.route({ url, method: others, onRequest: refuseMethod(['GET', 'HEAD']), handler: noSuchRoute });
}
