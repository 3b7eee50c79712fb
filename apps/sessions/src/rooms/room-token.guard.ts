import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RoomAccessService } from './room-access.service.js';

/**
 * Judges the token of a call before its body is validated: an unknown token is refused alike, whatever the
 * caller sends. Of the body it reads the token alone by which a guest comes back.
 */
@Injectable()
export class RoomTokenGuard implements CanActivate {
  constructor(private readonly access: RoomAccessService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method !== 'GET' && request.method !== 'HEAD') await this.judge(request);
    return true;
  }

  /** @throws AppError for a token that does not work here. */
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
