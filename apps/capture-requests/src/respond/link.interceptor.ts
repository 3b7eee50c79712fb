import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, from, switchMap, type Observable } from 'rxjs';
import { RespondentService } from './respondent.service.js';

/**
 * Judges the link of a call before its body is looked at: an unknown link is refused alike, whatever the caller
 * sends. An interceptor, because guards run before the call has its scope in the database.
 */
@Injectable()
export class LinkInterceptor implements NestInterceptor {
  constructor(private readonly respondents: RespondentService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    return defer(() => from(this.judge(request))).pipe(switchMap(() => next.handle()));
  }

  private async judge({ params, url, forwardedCall }: FastifyRequest): Promise<void> {
    const { id, takeId } = params as { id?: string; takeId?: string };
    const principal = forwardedCall?.principal;
    const token = principal?.kind === 'capability' ? principal.token : '';
    if (takeId !== undefined) await this.respondents.ofTake(takeId, token);
    else
      await this.respondents.resolve(
        url.includes('/respond/contacts/') ? 'contact' : 'campaign',
        id ?? '',
        token,
      );
  }
}
