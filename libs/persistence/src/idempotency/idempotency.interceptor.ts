import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import {
  actorOf,
  AppError,
  invalidField,
  RawJson,
  stringifyWithRaw,
  type ErrorCode,
  type ErrorExtras,
  type OrganizationPrincipal,
  type Principal,
} from '@capture/contracts';
import { Reflector } from '@nestjs/core';
import { openText } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from '../database/database.js';
import { ASKS_FIRST, COMMITS_ITSELF, type IsFinal } from './commits-itself.js';
import { IdempotentEffect, inProgress } from './idempotent-effect.js';
import { IdempotentUse } from './idempotent-use.js';
import { RunningClaims } from './running-claims.js';
import { StoredAnswerRepository, type StoredAnswer } from './stored-answer.repository.js';

/** Refusals that say nothing about the effect: the same key may be tried again after them. */
const NOT_STORED: ReadonlySet<number> = new Set([400, 401, 402, 403, 429]);
/** The same of other statuses: they tell of the account, which may be another one by the next call. */
const NOT_STORED_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['organization_paused']);

interface StoredError {
  code: ErrorCode;
  detail: string;
  extras: ErrorExtras;
}

/** One call of a route under its key. */
interface Call {
  use: IdempotentUse;
  reply: FastifyReply;
  route: () => Promise<unknown>;
}

/**
 * Applies Idempotency-Key to every POST of an API key (ADR 25) and of a member (ADR 40). The same text sent by two callers
 * is two keys. A repeat gets the first answer again. A repeat during the first call, or with another body, is refused.
 * The answer is stored in the transaction of its effect, which is that of the whole route, unless the route asks other
 * services: these claim the key first and hold no transaction meanwhile.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly answers: StoredAnswerRepository,
    private readonly claims: RunningClaims,
    private readonly effect: IdempotentEffect,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { rawBody?: Buffer }>();
    const header = request.headers['idempotency-key'];
    const principal = request.forwardedCall?.principal;
    if (header === undefined || !actsForOrganization(principal)) return next.handle();
    if (typeof header !== 'string' || header === '' || header.length > 255) {
      throw invalidField('Idempotency-Key', 'length', 'Idempotency-Key must have 1 to 255 characters.');
    }
    const path = request.url.split('?', 1)[0] ?? '';
    const use = new IdempotentUse([actorOf(principal), request.method, path, header], request.rawBody);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const route = (): Promise<unknown> => lastValueFrom(next.handle());
    return from(this.run({ use, reply, route }, context));
  }

  private run(call: Call, context: ExecutionContext): Promise<unknown> {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(ASKS_FIRST, handler)) return this.asking(call);
    const isFinal = this.reflector.get<IsFinal | undefined>(COMMITS_ITSELF, handler);
    return isFinal ? this.repeatable(call, isFinal) : this.once(call);
  }

  /** The route runs in one transaction with its answer. */
  private async once({ use, reply, route }: Call): Promise<unknown> {
    try {
      return await this.database.run(async () => {
        if (!(await this.database.tryLock(`idempotency:${use.scope}`))) {
          use.answered = true;
          throw inProgress();
        }
        const stored = await this.answers.find(use.scope);
        use.answered = stored !== undefined;
        if (stored) return replay(use, stored, reply);
        const answer = await route();
        await this.answers.store(use, stringifyWithRaw(answer ?? null), false);
        return answer;
      });
    } catch (error) {
      if (!use.answered && isStorable(error)) await this.answers.store(use, errorText(error), true);
      throw error;
    }
  }

  /** The route commits its effect with its answer. */
  private asking(call: Call): Promise<unknown> {
    return this.claimed(call, async (use) => {
      const answer = await this.effect.runFor(use, call.route);
      if (!use.answered)
        throw new Error('a route that asks first has to commit its answer (IdempotentEffect)');
      return answer;
    });
  }

  /** The route commits by itself; its answer is stored afterwards. */
  private repeatable(call: Call, isFinal: IsFinal): Promise<unknown> {
    return this.claimed(call, async (use) => {
      const answer = await call.route();
      if (isFinal(answer))
        use.answered = await this.answers.settle(use, stringifyWithRaw(answer ?? null), false);
      return answer;
    });
  }

  private async claimed(
    { use, reply }: Call,
    work: (use: IdempotentUse) => Promise<unknown>,
  ): Promise<unknown> {
    if (!(await this.claims.claim(use))) {
      const stored = await this.answers.find(use.scope);
      if (!stored) throw inProgress();
      return replay(use, stored, reply);
    }
    try {
      return await work(use);
    } catch (error) {
      if (!use.answered && isStorable(error))
        use.answered = await this.answers.settle(use, errorText(error), true);
      throw error;
    } finally {
      await this.claims.end(use);
    }
  }
}

function actsForOrganization(principal: Principal | undefined): principal is OrganizationPrincipal {
  return principal?.kind === 'key' || principal?.kind === 'member';
}

function replay(use: IdempotentUse, stored: StoredAnswer, reply: FastifyReply): RawJson {
  if (stored.body_sha256 !== use.bodySha256) {
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body; take a new key.',
    );
  }
  void reply.header('idempotent-replayed', 'true');
  const answer = openText(use.secret, stored.answer);
  if (!stored.is_error) return new RawJson(answer);
  const { code, detail, extras } = JSON.parse(answer) as StoredError;
  throw new AppError(code, detail, extras);
}

function errorText({ code, detail, extras }: AppError): string {
  return JSON.stringify({ code, detail, extras } satisfies StoredError);
}

function isStorable(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.status >= 500) return false;
  return !NOT_STORED.has(error.status) && !NOT_STORED_CODES.has(error.code);
}
