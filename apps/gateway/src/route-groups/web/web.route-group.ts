import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import type { FastifyInstance } from 'fastify';
import { GatewayConfig } from '../../config.js';
import type { RouteGroup } from '../route-group.js';

/** Paths of the web app that a browser opens directly, and their page; its own router does the rest. */
const PAGES = {
  '/': 'landing.html',
  '/r/*': 'recorder.html',
  '/o/*': 'recorder.html',
  '/join/*': 'room.html',
  '/host/*': 'room.html',
  '/console': 'console.html',
  // `/console/api/*` is more specific, so it stays with the console's API.
  '/console/*': 'console.html',
  '/console/welcome': 'account.html',
  '/console/invitation': 'account.html',
  '/console/forgot': 'account.html',
} as const;

/** No third-party content, nothing inline, camera, microphone and shared screens for this origin alone. */
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
    'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/** Serves the web build. Names of assets carry a hash of their content, so an asset never changes. */
@Injectable()
export class WebRouteGroup implements RouteGroup {
  constructor(private readonly config: GatewayConfig) {}

  register(scope: FastifyInstance): void {
    const { CAPTURE_WEB_DIR: directory, CAPTURE_STORE_ORIGIN: storeOrigin } = this.config;
    const headers = pageHeaders(storeOrigin);
    const built = existsSync(join(directory, 'index.html'));
    if (built) {
      void scope.register(fastifyStatic, {
        root: join(directory, 'assets'),
        prefix: '/assets/',
        index: false,
        maxAge: '365d',
        immutable: true,
        // The build lays them beside each asset.
        preCompressed: true,
        // Assets lie in one flat folder; any other path answers 404 without touching the disk.
        allowedPath: (path) => /^\/?[\w-][\w.-]*$/.test(path),
      });
    }
    for (const [path, page] of Object.entries(PAGES)) {
      scope.get(path, (_request, reply) => {
        if (!built) throw new AppError('not_found', 'The web build is not on this instance.');
        // Links of respondents and pages of members are nobody else's to find.
        if (path !== '/') void reply.header('x-robots-tag', 'noindex');
        return reply.headers(headers).sendFile(page, directory, { cacheControl: false });
      });
    }
  }
}
