import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, from, switchMap, type Observable } from 'rxjs';
import { RoomAccessService } from './room-access.service.js';

/**
 * Judges the token of a call before its body is validated: an unknown token is refused alike, whatever the
 * caller sends. Of the body it reads the token alone by which a guest comes back. An interceptor, because guards run
 * before the call has its scope in the database.
 */
@Injectable()
export class RoomTokenInterceptor implements NestInterceptor {
  constructor(private readonly access: RoomAccessService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    return defer(() => from(this.judge(request))).pipe(switchMap(() => next.handle()));
  }

  private async judge({ params, body, forwardedCall }: FastifyRequest): Promise<void> {
    const { roomCode, sessionId } = params as { roomCode?: string; sessionId?: string };
    const principal = forwardedCall?.principal;
    const token = principal?.kind === 'capability' ? principal.token : '';
    if (roomCode !== undefined) await this.access.guest(roomCode, token, participantTokenOf(body));
    else await this.access.participant(sessionId ?? '', token);
  }
}

/** Undefined where the body holds none. */
function participantTokenOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('participantToken' in body)) return undefined;
  return typeof body.participantToken === 'string' ? body.participantToken : undefined;
}
