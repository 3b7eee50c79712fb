import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { OperatorAdmission } from '../../admission/operator-admission.js';
import { Forwarder } from '../../forwarding/forwarder.js';
import { OPERATOR_ROUTES } from '../../table/operator-routes.js';
import type { ServiceName } from '../../table/services.js';
import type { RouteGroup } from '../route-group.js';
import { noSuchRoute, principalOf, streamBodies } from '../routing.js';
import { OperatorFanOut } from './operator-fan-out.js';

/** The operator API: a call is admitted before its content type is looked at, then forwarded. */
@Injectable()
export class OperatorRouteGroup implements RouteGroup {
  constructor(
    private readonly admission: OperatorAdmission,
    private readonly forwarder: Forwarder,
    private readonly fanOut: OperatorFanOut,
  ) {}

  register(scope: FastifyInstance): void {
    streamBodies(scope);
    for (const { prefix, service } of OPERATOR_ROUTES) this.route(scope, prefix, service);
    for (const url of ['/', '/*']) scope.all(url, noSuchRoute);
  }

  private route(scope: FastifyInstance, prefix: string, service: ServiceName | 'every'): void {
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      request.admitted = await this.admission.admit(request);
    };
    const handler: RouteHandlerMethod = (request, reply) => {
      const principal = principalOf(request);
      const path = request.raw.url ?? '/';
      if (service === 'every') return this.fanOut.ask(path, principal, request);
      return this.forwarder.forward({ service, path, principal, media: false }, request, reply);
    };
    for (const url of [prefix, `${prefix}/*`]) {
      scope.route({ url, method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], onRequest, handler });
    }
  }
}
