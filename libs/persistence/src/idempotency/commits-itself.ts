import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** What the interceptor reads. */
export const COMMITS_ITSELF = 'capture:commits itself';
export const ASKS_FIRST = 'capture:asks first';

/** Whether an answer is final: one that is not is given once, and the same Idempotency-Key may be tried again. */
export type IsFinal<Answer = unknown> = (answer: Answer) => boolean;

/**
 * For a route that waits for other services and is safe to repeat: it runs outside of the transaction that stores the answer to
 * an Idempotency-Key, so that neither a connection nor a row is held meanwhile. When the process dies in between, a repeat
 * runs again.
 */
export function CommitsItself<Answer>(isFinal: IsFinal<Answer>): CustomDecorator {
  return SetMetadata(COMMITS_ITSELF, isFinal);
}

/**
 * For a route that asks other services before its effect, and is not safe to repeat. It runs outside of a transaction and
 * commits its effect with its answer by `IdempotentEffect.commit`.
 */
export function AsksFirst(): CustomDecorator {
  return SetMetadata(ASKS_FIRST, true);
}
