import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { GatewayConfig } from '../../config.js';
import type { RouteGroup } from '../route-group.js';
import { refuseOthers } from '../routing.js';
import { errorIndex, loadErrorPages } from './error-pages.js';
import { once } from './html.js';
import {
  REFERENCE_POLICY,
  REFERENCE_SCRIPT,
  renderReference,
  type OpenApiDocument,
} from './reference-page.js';
import { STYLE } from './style.js';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};
const REFERENCE_HEADERS = { ...HEADERS, 'content-security-policy': REFERENCE_POLICY };
const HTML = 'text/html; charset=utf-8';

/** The OpenAPI documents: their file, where they are served, and the pages of the reference made from them. */
const DOCUMENTS = [
  { file: 'openapi.json', url: '/api/v1/openapi.json', pages: ['/api/docs', '/api/docs/'] },
  { file: 'console-openapi.json', url: '/console/api/openapi.json', pages: ['/api/docs/console'] },
] as const;

const RENDERER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const RENDERER_FILES: ReadonlySet<string> = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);

/**
 * The OpenAPI documents, their reference pages, and a page for each error code. All are read once, at the start; a page is rendered
 * when it is first asked for.
 */
@Injectable()
export class DocsRouteGroup implements RouteGroup {
  private readonly logger = new Logger('docs');

  constructor(private readonly config: GatewayConfig) {}

  async register(scope: FastifyInstance): Promise<void> {
    const directory = this.config.CAPTURE_DOCS_DIR;
    for (const { file, url, pages } of DOCUMENTS) {
      const text = await readFile(join(directory, 'api', file)).catch(() => undefined);
      if (text === undefined) this.logger.warn(`${file} is not on this instance`);
      const reference =
        text && once(() => renderReference(JSON.parse(text.toString()) as OpenApiDocument, url));
      get(scope, url, send('application/json; charset=utf-8', text && (() => text)));
      for (const page of pages) get(scope, page, send(HTML, reference, REFERENCE_HEADERS));
    }
    get(
      scope,
      '/api/docs/style.css',
      send('text/css; charset=utf-8', () => STYLE),
    );
    get(
      scope,
      '/api/docs/reference.js',
      send('text/javascript; charset=utf-8', () => REFERENCE_SCRIPT),
    );
    void scope.register(fastifyStatic, {
      root: RENDERER,
      prefix: '/api/docs/assets/',
      index: false,
      allowedPath: (path) => RENDERER_FILES.has(path),
    });
    const errors = await loadErrorPages(join(directory, 'errors'));
    get(scope, '/api/docs/errors', send(HTML, once(errorIndex)));
    get(scope, '/api/docs/errors/:code', (request, reply) => {
      const { code } = request.params as { code: string };
      return send(HTML, errors.get(code)).call(scope, request, reply);
    });
  }
}

/** Answers with `content`, or 404 when this instance does not have it. */
function send(
  type: string,
  content: (() => string | Buffer) | undefined,
  headers = HEADERS,
): RouteHandlerMethod {
  return (_request, reply) => {
    if (content === undefined) throw new AppError('not_found', 'There is no such page.');
    return reply.headers(headers).type(type).send(content());
  };
}

function get(scope: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  scope.get(url, handler);
  refuseOthers(scope, url, ['GET', 'HEAD']);
}
