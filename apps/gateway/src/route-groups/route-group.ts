import type { AppError, Principal } from '@capture/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A group of routes that are no Nest controllers, because they stream or serve files. Each gets a Fastify scope of its own. */
export interface RouteGroup {
  register(scope: FastifyInstance): Promise<void> | void;
  /** Answers with an error in the form that its callers read; a problem document without it. */
  sendError?(error: AppError, reply: FastifyReply): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook that admits the call. */
    admitted?: Principal;
  }
}
