import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { ForwardedCall } from '@capture/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const requests = new AsyncLocalStorage<FastifyRequest>();

/** The request whose handler is running; undefined in jobs, events and commands. */
export function currentRequest(): FastifyRequest | undefined {
  return requests.getStore();
}

/** Enters a context, in which it runs `proceed`. `call` is undefined where the gateway vouched for nobody. */
type EnterContext = (call: ForwardedCall | undefined, proceed: () => void) => void;

/**
 * What handlers of calls run in: the organization whose rows they may touch, the caller on whose behalf they act. Libraries
 * add theirs. All are entered in one hook: an interceptor for each would cost more than all that a small read does.
 */
@Injectable()
export class CallContexts {
  private readonly all: EnterContext[] = [];

  add(enter: EnterContext): void {
    this.all.push(enter);
  }

  /** Has the handlers of `server` run in the contexts, those added first outermost. */
  surround(server: FastifyInstance): void {
    // After the body was read: what arrives on a connection arrives in no call's context.
    server.addHook('preHandler', (request, _reply, done) => {
      const { forwardedCall } = request;
      const nested = this.all.reduceRight<() => void>(
        (proceed, enter) => () => enter(forwardedCall, proceed),
        done,
      );
      requests.run(request, nested);
    });
  }
}
