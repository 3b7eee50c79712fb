import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import {
  AppError,
  invalidField,
  RawJson,
  stringifyWithRaw,
  type ErrorCode,
  type ErrorExtras,
} from '@capture/contracts';
import { Reflector } from '@nestjs/core';
import { Clock, openText, sealText } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database } from '../database/database.js';
import { COMMITS_ITSELF, type IsFinal } from './commits-itself.js';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** Refusals that say nothing about the effect: the same key may be tried again after them. */
const NOT_STORED: ReadonlySet<number> = new Set([400, 401, 403, 429]);

/** Stands for the answer while a route that commits itself is running. No sealed answer is empty. */
const RUNNING = '';
/** After that the process that ran it is taken for dead. */
const RUNNING_MS = 30_000;

interface StoredAnswer {
  body_sha256: string;
  answer: string;
  is_error: boolean;
  created_at: Date;
}

interface StoredError {
  code: ErrorCode;
  detail: string;
  extras: ErrorExtras;
}

function sha256(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** One use of a key. */
interface Use {
  scope: string;
  bodySha256: string;
  /**
   * Encrypts the stored answer, which may hold what is shown once, such as a new secret. Derived from the caller's header,
   * which is not stored: reading the table reveals no answer.
   */
  secret: Buffer;
}

/**
 * Idempotency-Key on every POST of an API key. The answer is stored in the transaction of its effect, and a repeat gets
 * it again. A repeat during the first call, or with another body, is refused (design: Idempotency-Key). Routes that commit
 * themselves have their answer stored after the effect.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest & { rawBody?: Buffer }>();
    const header = request.headers['idempotency-key'];
    const principal = request.forwardedCall?.principal;
    if (header === undefined || request.method !== 'POST' || principal?.kind !== 'key') return next.handle();
    if (typeof header !== 'string' || header === '' || header.length > 255) {
      throw invalidField('Idempotency-Key', 'length', 'Idempotency-Key must have 1 to 255 characters.');
    }
    const path = request.url.split('?', 1)[0] ?? '';
    const parts = [principal.keyId, request.method, path, header];
    const use: Use = {
      scope: sha256(...parts),
      bodySha256: sha256(request.rawBody ?? ''),
      secret: Buffer.from(sha256('answer', ...parts), 'hex'),
    };
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const work = (): Promise<unknown> => lastValueFrom(next.handle());
    const isFinal = this.reflector.get<IsFinal | undefined>(COMMITS_ITSELF, context.getHandler());
    return from(isFinal ? this.outside(use, reply, work, isFinal) : this.once(use, reply, work));
  }

  private async once(use: Use, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
    let answered = false;
    try {
      return await this.database.run(async () => {
        if (!(await this.database.tryLock(`idempotency:${use.scope}`))) {
          answered = true;
          throw inProgress();
        }
        const stored = await this.find(use.scope);
        answered = stored !== undefined;
        if (stored) return this.replay(use, stored, reply);
        const answer = await work();
        await this.store(use, stringifyWithRaw(answer ?? null), false);
        return answer;
      });
    } catch (error) {
      if (!answered && isStorable(error)) await this.storeError(use, error);
      throw error;
    }
  }

  private async outside(
    use: Use,
    reply: FastifyReply,
    work: () => Promise<unknown>,
    isFinal: IsFinal,
  ): Promise<unknown> {
    const replayed = await this.database.run(() => this.claim(use, reply));
    if (replayed) return replayed;
    let settled = false;
    try {
      const answer = await work();
      settled = isFinal(answer);
      if (settled) await this.store(use, stringifyWithRaw(answer ?? null), false);
      return answer;
    } catch (error) {
      settled = isStorable(error);
      if (isStorable(error)) await this.storeError(use, error);
      throw error;
    } finally {
      if (!settled) await this.release(use);
    }
  }

  /** Returns the stored answer, or keeps the key for this call. @throws AppError `idempotency_in_progress` for a twin. */
  private async claim(use: Use, reply: FastifyReply): Promise<RawJson | undefined> {
    if (!(await this.database.tryLock(`idempotency:${use.scope}`))) throw inProgress();
    const stored = await this.find(use.scope);
    if (stored && stored.answer !== RUNNING) return this.replay(use, stored, reply);
    if (stored && stored.created_at.getTime() > this.clock.now().getTime() - RUNNING_MS) throw inProgress();
    await this.write(use, RUNNING, false);
    return undefined;
  }

  private async release({ scope }: Use): Promise<void> {
    await this.database.execute(
      'DELETE FROM idempotency_record WHERE scope = $1 AND answer = $2',
      scope,
      RUNNING,
    );
  }

  private replay(use: Use, stored: StoredAnswer, reply: FastifyReply): RawJson {
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

  private async find(scope: string): Promise<StoredAnswer | undefined> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_MS);
    const [row] = await this.database.query<StoredAnswer>(
      'SELECT body_sha256, answer, is_error, created_at FROM idempotency_record WHERE scope = $1 AND created_at > $2',
      scope,
      oldest,
    );
    return row;
  }

  private store(use: Use, answer: string, isError: boolean): Promise<void> {
    return this.write(use, sealText(use.secret, answer), isError);
  }

  private storeError(use: Use, { code, detail, extras }: AppError): Promise<void> {
    return this.store(use, JSON.stringify({ code, detail, extras } satisfies StoredError), true);
  }

  private async write(use: Use, sealed: string, isError: boolean): Promise<void> {
    await this.database.execute(
      `INSERT INTO idempotency_record (scope, body_sha256, answer, is_error, created_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (scope) DO UPDATE SET body_sha256 = $2, answer = $3, is_error = $4, created_at = $5`,
      use.scope,
      use.bodySha256,
      sealed,
      isError,
      this.clock.now(),
    );
  }
}

function isStorable(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && !NOT_STORED.has(error.status);
}

function inProgress(): AppError {
  return new AppError(
    'idempotency_in_progress',
    'The first request with this key is still running; repeat this one shortly.',
  );
}
