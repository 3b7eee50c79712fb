import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, type Principal } from '@capture/contracts';
import { toAppError } from '@capture/platform';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { hasBody } from '../../forwarding/has-body.js';
import { CallSigner } from '../../forwarding/call-signer.js';
import { forwardedHeaders } from '../../forwarding/forward-headers.js';
import { bodyStream } from '../../forwarding/request-body.js';
import { jsonOf } from '../../upstreams/upstream-call.js';
import { Upstreams } from '../../upstreams/upstreams.js';
import { SERVICES, type ServiceName } from '../../table/services.js';

/** Takes 1,000 ids of events. Every service reads the body, in standalone all in one process, so it is small. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** One service's answer: the members of its document, or the code and detail of its error. */
export type ServiceAnswer = { service: ServiceName; error?: string } & Record<string, unknown>;

/** Sends one operator call to every service and lists the answers. */
@Injectable()
export class OperatorFanOut {
  constructor(
    private readonly signer: CallSigner,
    private readonly upstreams: Upstreams,
  ) {}

  /** `{data: [{service, …}]}`; a service that does not answer shows as an entry with `error`. */
  async ask(path: string, principal: Principal, request: FastifyRequest): Promise<{ data: ServiceAnswer[] }> {
    const chunks: Buffer[] = [];
    if (hasBody(request.raw))
      for await (const chunk of bodyStream(request.raw, BODY_LIMIT_BYTES)) chunks.push(chunk as Buffer);
    const forwarded = forwardedHeaders(request.headers, chunks.length > 0);
    const method = request.method as Dispatcher.HttpMethod;
    const askOne = async (service: ServiceName): Promise<ServiceAnswer> => {
      const headers = { ...forwarded, ...this.signer.sign(service, principal, request) };
      const body = chunks.length > 0 ? Readable.from(chunks, { objectMode: false }) : null;
      try {
        const answer = await this.upstreams.call(service, {
          method,
          path,
          headers,
          body,
          signal: AbortSignal.timeout(10_000),
        });
        const document = (await jsonOf(answer)) as Record<string, unknown>;
        if (answer.statusCode >= 400)
          return { service, error: String(document['code']), detail: document['detail'] };
        return { ...document, service };
      } catch (error) {
        const { code, detail } = error instanceof AppError ? error : toAppError(error);
        return { service, error: code, detail };
      }
    };
    return { data: await Promise.all(SERVICES.map(askOne)) };
  }
}
