import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceName } from './routes.js';

/** What an HTTP server does with a request. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Services that run in the gateway's own process. A composing process provides it under the token below. */
export type Neighbours = Partial<Record<ServiceName, Listener>>;
export const NEIGHBOURS = Symbol('services in this process');
