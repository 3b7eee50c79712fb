import {
  applyDecorators,
  Controller,
  createParamDecorator,
  Injectable,
  Logger,
  SetMetadata,
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import {
  AppError,
  PRINCIPAL_HEADER,
  requireRight,
  type Action,
  type ForwardedCall,
  type KeyPrincipal,
  type MemberPrincipal,
  type OrganizationPrincipal,
  type PrincipalKind,
} from '@capture/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Clock } from '../clock.js';
import { UnreadableBody } from '../call/json-body.js';
import { CallVerifier } from './principal.js';

const ACCESS = Symbol('access');
const OPEN = Symbol('open');
const ACTION = Symbol('action');

declare module 'fastify' {
  interface FastifyRequest {
    forwardedCall?: ForwardedCall;
    /** The principal header was genuine and came at another time than it was signed for. */
    isOutdated?: boolean;
    /** There is a principal header, and no listed key signed it for this service. */
    isNotVouchedFor?: boolean;
  }
}

/** Kinds of principal that a controller or route accepts; API keys by default. */
export const Access = (...kinds: PrincipalKind[]): CustomDecorator<symbol> => SetMetadata(ACCESS, kinds);

/** Kinds of principal that a route takes: as its handler says, else as its controller does. */
export function kindsTaken(handler: object, controller: object): readonly PrincipalKind[] {
  const kinds = (target: object): PrincipalKind[] | undefined =>
    Reflect.getMetadata(ACCESS, target) as PrincipalKind[] | undefined;
  return kinds(handler) ?? kinds(controller) ?? ['key'];
}

/**
 * What a call of a member is, by which their role decides whether they may. A route that takes members and has none lets
 * nobody in. The OpenAPI tooling compares the extension with the routing table.
 * @param memberOperationId published for members where it is not that of keys with `AsMember` behind it
 */
export const Can = (action: Action, memberOperationId?: string): MethodDecorator =>
  applyDecorators(
    SetMetadata(ACTION, action),
    ApiExtension('x-action', action),
    ...(memberOperationId === undefined ? [] : [ApiExtension('x-member-operation-id', memberOperationId)]),
  );

/** Below this members find their routes, and nobody with an API key. */
const CONSOLE = 'console/api';

/**
 * Routes that API keys find under `/v1` and members under `/console/api`, each with one handler: it takes the `@Caller()`
 * and names with `@Can` what a member's call is.
 */
export const OrganizationController = (path: 'v1' | `v1/${string}`): ClassDecorator =>
  applyDecorators(Controller([path, path.replace('v1', CONSOLE)]), Access('key', 'member'));

/** Reachable without a principal header: health probes and metrics. */
export const OpenAccess = (): CustomDecorator<symbol> => SetMetadata(OPEN, true);

/**
 * Reads the principal header as soon as a request's head is there: a body may take longer to arrive than the header is
 * good for.
 */
export function readPrincipals(server: FastifyInstance, verifier: CallVerifier, clock: Clock): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const header = request.headers[PRINCIPAL_HEADER];
    const call = verifier.read(typeof header === 'string' ? header : undefined, clock.now());
    if (call === 'outdated') request.isOutdated = true;
    else if (call) request.forwardedCall = call;
    else if (header !== undefined) request.isNotVouchedFor = true;
    done();
  });
}

/**
 * Refuses every request that came without a valid principal header of the gateway, members whose role may not, and then
 * bodies that could not be read.
 */
@Injectable()
export class PrincipalGuard implements CanActivate {
  private readonly logger = new Logger(PrincipalGuard.name);

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(OPEN, targets)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    this.requireGateway(request);
    const call = request.forwardedCall;
    const kinds = kindsTaken(context.getHandler(), context.getClass());
    if (!call || !kinds.includes(call.principal.kind) || isMisplaced(call.principal.kind, request)) {
      throw new AppError(
        'unauthorized',
        'This route takes another kind of credential, or none was presented.',
      );
    }
    if (call.principal.kind === 'member') this.requireRight(call.principal, context);
    // On routes of links and tokens, which the service itself judges, that is left to the validation, which comes after.
    if (request.body instanceof UnreadableBody && call.principal.kind !== 'capability')
      throw request.body.problem;
    return true;
  }

  /** With 401 a caller would take their credential for revoked, where processes of ours do not fit together. */
  private requireGateway({ id: requestId, isOutdated, isNotVouchedFor }: FastifyRequest): void {
    if (isOutdated === true) {
      this.logger.warn(
        { requestId },
        'a call came at another time than the gateway signed it for: compare the clocks of both, or one stood still',
      );
      throw notTaken('The call took too long on its way, or the clocks of two processes differ');
    }
    if (isNotVouchedFor === true) {
      this.logger.warn(
        { requestId },
        'a call came with a header that no key in CAPTURE_PRINCIPAL_PUBLIC_KEYS signed for this service: the gateway has another key or another address of this service, or somebody else calls',
      );
      throw notTaken('Two parts of the service do not know each other');
    }
  }

  private requireRight({ role }: MemberPrincipal, context: ExecutionContext): void {
    const action = this.reflector.get<Action | undefined>(ACTION, context.getHandler());
    if (action === undefined) throw new Error('the route takes members and names no action');
    requireRight(role, action);
  }
}

/** The gateway judges a path by its table: what a key or an operator may says nothing of a member's path, nor a role of theirs. */
function isMisplaced(kind: PrincipalKind, { routeOptions }: FastifyRequest): boolean {
  const isOfMembers = routeOptions.url?.startsWith(`/${CONSOLE}/`) === true;
  return kind !== 'public' && (kind === 'member') !== isOfMembers;
}

function notTaken(why: string): AppError {
  return new AppError('service_unavailable', `${why}; it had no effect. Try again shortly.`, {
    retryAfterSec: 1,
  });
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

/** The key's or member's principal; only on routes of an `@OrganizationController`. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): OrganizationPrincipal => {
    const { principal } = callOf(context);
    if (principal.kind !== 'key' && principal.kind !== 'member')
      throw new Error('the route takes other principals than API keys and members');
    return principal;
  },
);

/**
 * The organization that a call is for: that of the member, or the one that an operator's path names. For handlers that
 * serve several kinds of callers.
 */
export const OrganizationId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { principal } = callOf(context);
  if (principal.kind === 'member') return principal.organizationId;
  const { organizationId } = context.switchToHttp().getRequest<FastifyRequest>().params as {
    organizationId?: string;
  };
  if (principal.kind !== 'operator' || organizationId === undefined)
    throw new Error('the call names no organization');
  return organizationId;
});

/** The bearer token of a capability route. */
export const Capability = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { principal } = callOf(context);
  if (principal.kind !== 'capability') throw new Error('the route takes other principals than capabilities');
  return principal.token;
});
