import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { AppError, stringifyWithRaw } from '@capture/contracts';
import { Database } from '../database/database.js';
import type { IdempotentUse } from './idempotent-use.js';
import { StoredAnswerRepository } from './stored-answer.repository.js';

/** Commits the effect of a route that `AsksFirst` together with its answer. */
@Injectable()
export class IdempotentEffect {
  private readonly uses = new AsyncLocalStorage<IdempotentUse>();

  constructor(
    private readonly database: Database,
    private readonly answers: StoredAnswerRepository,
  ) {}

  /**
   * Runs `work` in one transaction, which also stores what it returns as the answer to the call's Idempotency-Key. Ask
   * other services before. Without a key it is `Database.run`.
   * @param work returns the answer of the route
   * @throws AppError `idempotency_in_progress` when this call took so long that another one has its key: no effect then.
   */
  commit<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.database.run(this.answering(work));
  }

  /** The same past the generated client (`Database.runDirectly`). */
  commitDirectly<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.database.runDirectly(this.answering(work));
  }

  /** Runs a route whose effect is stored under the key of `use`. */
  runFor<T>(use: IdempotentUse, route: () => Promise<T>): Promise<T> {
    return this.uses.run(use, route);
  }

  private answering<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
    const use = this.uses.getStore();
    if (!use) return work;
    return async () => {
      const answer = await work();
      if (!(await this.answers.settle(use, stringifyWithRaw(answer ?? null), false))) throw inProgress();
      this.database.onCommit(() => (use.answered = true));
      return answer;
    };
  }
}

export function inProgress(): AppError {
  return new AppError(
    'idempotency_in_progress',
    'The first request with this key is still running; repeat this one shortly.',
  );
}
