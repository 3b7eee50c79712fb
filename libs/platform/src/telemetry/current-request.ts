import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** The request whose handler is running; nothing in jobs, events and commands. */
export const currentRequest = new AsyncLocalStorage<FastifyRequest>();
