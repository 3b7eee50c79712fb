import { Injectable, RequestMethod, UseInterceptors, type NestInterceptor, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import { kindsTaken } from '@capture/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** Handlers that have theirs: several applications of one process share the classes of controllers. */
const prepared = new WeakSet<object>();
/** By the server of their application. */
const interceptors = new WeakMap<FastifyInstance, IdempotencyInterceptor>();

const ofItsApplication: NestInterceptor = {
  intercept(context, next) {
    const { server } = context.switchToHttp().getRequest<FastifyRequest>();
    const interceptor = interceptors.get(server);
    if (!interceptor) throw new Error('a route was called before its application had been set up');
    return interceptor.intercept(context, next);
  },
};

/**
 * Puts the interceptor of Idempotency-Key around all POST routes of the application that keys or members call, and around no other:
 * Nest's interceptors cost a read a fifth of its time, and keep what a call holds until a full collection (ADR 87).
 */
@Injectable()
export class IdempotentRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly host: HttpAdapterHost,
    private readonly interceptor: IdempotencyInterceptor,
  ) {}

  /** To be called before Nest registers the routes. */
  prepareAll(): void {
    interceptors.set(this.host.httpAdapter.getInstance<FastifyInstance>(), this.interceptor);
    for (const { metatype } of this.discovery.getControllers()) if (metatype) this.prepare(metatype as Type);
  }

  private prepare(controller: Type): void {
    const prototype = controller.prototype as object;
    for (const name of this.scanner.getAllMethodNames(prototype)) {
      const handler = (prototype as Record<string, object>)[name];
      if (!handler || prepared.has(handler)) continue;
      if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.POST) continue;
      if (!kindsTaken(handler, controller).some((kind) => kind === 'key' || kind === 'member')) continue;
      prepared.add(handler);
      UseInterceptors(ofItsApplication)(prototype, name, { value: handler });
    }
  }
}
