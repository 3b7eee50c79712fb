import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, from, switchMap, type Observable } from 'rxjs';
import { RoomAccessService } from './room-access.service.js';

/**
 * Judges the token of a call before its body is looked at: an unknown token is refused alike, whatever the
 * caller sends. An interceptor, because guards run before the call has its scope in the database.
 */
@Injectable()
export class RoomTokenInterceptor implements NestInterceptor {
  constructor(private readonly access: RoomAccessService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    return defer(() => from(this.judge(request))).pipe(switchMap(() => next.handle()));
  }

  private async judge({ params, forwardedCall }: FastifyRequest): Promise<void> {
    const { roomCode, sessionId } = params as { roomCode?: string; sessionId?: string };
    const principal = forwardedCall?.principal;
    const token = principal?.kind === 'capability' ? principal.token : '';
    if (roomCode !== undefined) await this.access.invited(roomCode, token);
    else await this.access.participant(sessionId ?? '', token);
  }
}
