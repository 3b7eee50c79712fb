import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@capture/contracts';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from './config.js';

/** Paths of the web build that a browser opens directly; the page itself reads which one it is. */
const PAGES = ['/', '/r/*', '/o/*'] as const;

/** Nothing from anywhere else, nothing inline; camera and microphone for this origin alone (design: Web app). */
function pageHeaders(storeOrigin: string | undefined): Record<string, string> {
  const store = storeOrigin === undefined ? '' : ` ${storeOrigin}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `media-src 'self' blob:${store}`,
    `connect-src 'self'${store}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self), microphone=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/** Serves the web build. Asset names carry a hash of their content, so they never change. */
export function registerWeb(scope: FastifyInstance, config: GatewayConfig): void {
  const headers = pageHeaders(config.CAPTURE_STORE_ORIGIN);
  const built = existsSync(join(config.CAPTURE_WEB_DIR, 'index.html'));
  if (built) {
    void scope.register(fastifyStatic, {
      root: join(config.CAPTURE_WEB_DIR, 'assets'),
      prefix: '/assets/',
      index: false,
      maxAge: '365d',
      immutable: true,
      // The build's assets lie flat; any other path answers 404 before the disk is asked.
      allowedPath: (path) => /^\/?[\w-][\w.-]*$/.test(path),
    });
  }
  for (const page of PAGES) {
    scope.get(page, (_request, reply) => {
      if (!built) throw new AppError('not_found', 'The web build is not on this instance.');
      return reply.headers(headers).sendFile('index.html', config.CAPTURE_WEB_DIR, { cacheControl: false });
    });
  }
}
