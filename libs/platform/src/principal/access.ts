import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  AppError,
  PRINCIPAL_HEADER,
  type ForwardedCall,
  type KeyPrincipal,
  type MemberPrincipal,
  type PrincipalKind,
} from '@capture/contracts';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../clock.js';
import { ServiceConfig } from '../config/config.js';
import { verifyCall } from './principal.js';

const ACCESS = Symbol('access');
const OPEN = Symbol('open');

declare module 'fastify' {
  interface FastifyRequest {
    forwardedCall?: ForwardedCall;
  }
}

/** Kinds of principal that a controller or route accepts; API keys by default. */
export const Access = (...kinds: PrincipalKind[]): CustomDecorator<symbol> => SetMetadata(ACCESS, kinds);

/** Reachable without a principal header: health probes only. */
export const OpenAccess = (): CustomDecorator<symbol> => SetMetadata(OPEN, true);

/** Refuses every request without a valid principal header of the gateway. */
@Injectable()
export class PrincipalGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly config: ServiceConfig,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(OPEN, targets)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers[PRINCIPAL_HEADER];
    const call = verifyCall(
      typeof header === 'string' ? header : undefined,
      this.config.CAPTURE_PRINCIPAL_KEYS,
      this.clock.now(),
    );
    const kinds = this.reflector.getAllAndOverride<PrincipalKind[] | undefined>(ACCESS, targets) ?? ['key'];
    if (!call || !kinds.includes(call.principal.kind)) {
      throw new AppError(
        'unauthorized',
        'This route takes another kind of credential, or none was presented.',
      );
    }
    request.forwardedCall = call;
    return true;
  }
}

function callOf(context: ExecutionContext): ForwardedCall {
  const call = context.switchToHttp().getRequest<FastifyRequest>().forwardedCall;
  if (!call) throw new Error('the route has no verified call');
  return call;
}

/** The verified call: principal and the caller's address. */
export const Call = createParamDecorator((_data: unknown, context: ExecutionContext) => callOf(context));

/** The API key's principal; only on routes that take API keys. */
export const Key = createParamDecorator((_data: unknown, context: ExecutionContext): KeyPrincipal => {
  const { principal } = callOf(context);
  if (principal.kind !== 'key') throw new Error('the route takes other principals than API keys');
  return principal;
});

/** The signed-in person's principal; only on routes with `@Access('member')`. */
export const Member = createParamDecorator((_data: unknown, context: ExecutionContext): MemberPrincipal => {
  const { principal } = callOf(context);
  if (principal.kind !== 'member') throw new Error('the route takes other principals than members');
  return principal;
});

/** The bearer token of a capability route. */
export const Capability = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { principal } = callOf(context);
  if (principal.kind !== 'capability') throw new Error('the route takes other principals than capabilities');
  return principal.token;
});
