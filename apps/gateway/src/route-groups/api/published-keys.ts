import { Injectable } from '@nestjs/common';
import { AppError, type Principal } from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { CallSigner } from '../../forwarding/call-signer.js';
import { jsonOf } from '../../upstreams/upstream-call.js';
import { Upstreams } from '../../upstreams/upstreams.js';
import type { ServiceName } from '../../table/services.js';

/** A set of public keys (RFC 7517, section 5). */
export interface KeySet {
  keys: object[];
}

const TIMEOUT_MS = 10_000;

/** Merges the public keys of all services that sign, so that one address is enough to verify a signature. */
@Injectable()
export class PublishedKeys {
  constructor(
    private readonly signer: CallSigner,
    private readonly upstreams: Upstreams,
  ) {}

  /** @throws AppError `service_unavailable` when one does not answer: without its key, its documents would look forged. */
  async collect(
    services: readonly ServiceName[],
    path: string,
    principal: Principal,
    request: FastifyRequest,
  ): Promise<KeySet> {
    const sets = await Promise.all(
      services.map((service) => this.ask(service, path, this.signer.sign(service, principal, request))),
    );
    return { keys: sets.flatMap(({ keys }) => keys) };
  }

  private async ask(service: ServiceName, path: string, headers: Record<string, string>): Promise<KeySet> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await this.upstreams.call(service, { method: 'GET', path, headers, body: null, signal });
      const document = (await jsonOf(answer)) as Partial<KeySet>;
      if (answer.statusCode === 200 && Array.isArray(document.keys)) return { keys: document.keys };
      throw new Error(`${service} answered ${answer.statusCode} instead of its keys`);
    } catch (error) {
      const detail =
        'A part of the service does not say its keys, and a partial list would be wrong. Try again shortly.';
      throw new AppError('service_unavailable', detail, { retryAfterSec: 1 }, { cause: error });
    }
  }
}
