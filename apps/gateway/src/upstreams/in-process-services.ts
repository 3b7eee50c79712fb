import type { RequestListener } from 'node:http';
import type { ServiceName } from '../table/services.js';

/** HTTP handlers of the services that run in the gateway's own process. */
export type InProcessServices = Partial<Record<ServiceName, RequestListener>>;

/** Injection token; a process that composes the gateway with services provides it. */
export const IN_PROCESS_SERVICES = Symbol('services in this process');
