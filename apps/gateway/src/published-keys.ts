import { Injectable } from '@nestjs/common';
import { AppError, type Principal } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { Forwarder } from './forwarder.js';
import type { ServiceName } from './routes.js';
import { Upstreams } from './upstreams.js';

/** A set of public keys (RFC 7517, section 5). */
export interface KeySet {
  keys: object[];
}

const TIMEOUT_MS = 10_000;

/** Each service that signs publishes its own key; who checks a signature finds all of them in one place. */
@Injectable()
export class PublishedKeys {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly upstreams: Upstreams,
  ) {}

  /** @throws AppError `service_unavailable` when one does not answer: with a key missing, good documents would look forged. */
  async collect(
    services: readonly ServiceName[],
    path: string,
    principal: Principal,
    request: FastifyRequest,
  ): Promise<KeySet> {
    const headers = this.forwarder.vouch(principal, request);
    const sets = await Promise.all(services.map((service) => this.ask(service, path, headers)));
    return { keys: sets.flatMap(({ keys }) => keys) };
  }

  private async ask(service: ServiceName, path: string, headers: Record<string, string>): Promise<KeySet> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await this.upstreams.call(service, { method: 'GET', path, headers, body: null, signal });
      const document = (await answer.body.json()) as Partial<KeySet>;
      if (answer.statusCode === 200 && Array.isArray(document.keys)) return { keys: document.keys };
      throw new Error(`${service} answered ${answer.statusCode} instead of its keys`);
    } catch (error) {
      const detail =
        'A part of the service does not say its keys, and a partial list would be wrong. Try again shortly.';
      throw new AppError('service_unavailable', detail, { retryAfterSec: 1 }, { cause: error });
    }
  }
}
