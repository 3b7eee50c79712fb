import { Injectable } from '@nestjs/common';
import { SCIM_CONTENT_TYPE, type AppError } from '@capture/contracts';
import { sendScimError } from '@capture/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Admission } from '../../admission/admission.js';
import { judgeToken } from '../../admission/capability-trial.js';
import { hasBody } from '../../forwarding/has-body.js';
import { Forwarder } from '../../forwarding/forwarder.js';
import { SCIM_ROUTES } from '../../table/scim-routes.js';
import type { CapabilityRow } from '../../table/routes.js';
import type { RouteGroup } from '../route-group.js';
import { byPath, principalOf, routePath, routeRest, streamBodies } from '../routing.js';

/** SCIM 2.0, for the directories of organizations (ADR 47). The service that is called judges their tokens. */
@Injectable()
export class ScimRouteGroup implements RouteGroup {
  constructor(
    private readonly admission: Admission,
    private readonly forwarder: Forwarder,
  ) {}

  register(scope: FastifyInstance): void {
    streamBodies(scope);
    scope.addHook('onSend', judgeToken);
    const paths = byPath(SCIM_ROUTES);
    for (const [url, rows] of paths) {
      routePath(scope, url, rows, {
        admit: (row, request, reply) => this.admission.admit(row, request, reply),
        handlerOf: (row) => this.handlerOf(row),
      });
    }
    routeRest(scope, '/scim', paths);
  }

  sendError(error: AppError, reply: FastifyReply): void {
    sendScimError(error, reply);
  }

  private handlerOf({ service }: CapabilityRow): RouteHandlerMethod {
    return (request, reply) => {
      const path = request.raw.url ?? '/';
      const target = { service, path, principal: principalOf(request), media: false };
      return this.forwarder.forward({ ...target, headers: asJson(request) }, request, reply);
    };
  }
}

/** Services read JSON alone, by its own name. */
function asJson({ headers, raw }: FastifyRequest): Record<string, string> {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const isScim = hasBody(raw) && mediaType.trim().toLowerCase() === SCIM_CONTENT_TYPE;
  return isScim ? { 'content-type': 'application/json' } : {};
}
