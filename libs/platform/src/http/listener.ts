import { stringifyWithRaw } from '@capture/contracts';
import type { FastifyInstance } from 'fastify';
import type { ServiceConfig } from '../config/config.js';
import type { Readiness } from '../health/readiness.js';
import { measureRequests, type Metrics } from '../telemetry/metrics.js';
import { newHttpAdapter } from './http-adapter.js';
import { endConnectionsWhileDraining, IdleConnections } from './idle-connections.js';

/** A further port of a service, with the request ids, limits, metrics and draining of the first; it comes without routes. */
export class Listener {
  readonly server: FastifyInstance;
  private readonly connections: IdleConnections;

  constructor(config: ServiceConfig, readiness: Readiness, metrics: Metrics) {
    this.server = newHttpAdapter(config).getInstance() as unknown as FastifyInstance;
    this.server.setReplySerializer(stringifyWithRaw);
    measureRequests(this.server, metrics);
    endConnectionsWhileDraining(this.server, readiness);
    this.connections = new IdleConnections(this.server.server);
  }

  /** Port 0 takes a free one. @returns the base URL */
  listen(port: number, host: string): Promise<string> {
    return this.server.listen({ port, host });
  }

  /** Resolves once calls under way are answered and all connections are closed. */
  close(): Promise<void> {
    return this.connections.closeUntil(this.server.close());
  }
}
