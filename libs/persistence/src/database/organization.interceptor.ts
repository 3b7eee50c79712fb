import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Principal } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from './database.js';

/**
 * Runs every call for the organization of its key or of its signed-in member; an operator's call runs for all of them. A call
 * with a link, a token or a signed URL has no organization until the service that issued it sets one.
 */
@Injectable()
export class OrganizationInterceptor implements NestInterceptor {
  constructor(private readonly database: Database) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const principal = context.switchToHttp().getRequest<FastifyRequest>().forwardedCall?.principal;
    return from(this.scoped(principal, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }

  private scoped<T>(principal: Principal | undefined, work: () => Promise<T>): Promise<T> {
    switch (principal?.kind) {
      case 'key':
      case 'member':
        return this.database.forOrganization(principal.organizationId, work);
      case 'operator':
        return this.database.forEveryOrganization('an operator calls', work);
      default:
        return this.database.withoutOrganization(work);
    }
  }
}
