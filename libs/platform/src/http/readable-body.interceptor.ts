import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { UnreadableBody } from './json-body.js';

/**
 * Refuses bodies that could not be read, once the principal is known. The service itself judges links and tokens, so on
 * their routes that is left to the validation, which comes after.
 */
@Injectable()
export class ReadableBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() === 'http') {
      const { body, forwardedCall } = context.switchToHttp().getRequest<FastifyRequest>();
      if (body instanceof UnreadableBody && forwardedCall?.principal.kind !== 'capability')
        throw body.problem;
    }
    return next.handle();
  }
}
