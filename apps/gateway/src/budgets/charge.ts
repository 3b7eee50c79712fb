import { AppError } from '@capture/contracts';
import type { FastifyReply } from 'fastify';
import {
  rateLimitHeaders,
  secondsUntil,
  type BudgetPolicy,
  type BudgetStore,
  type BudgetVerdict,
} from './budget-store.js';

/** Takes a call from the subject's budget and sets the RateLimit headers on `reply`. */
export async function charge(
  budgets: BudgetStore,
  subject: string,
  policy: BudgetPolicy,
  reply: FastifyReply,
): Promise<BudgetVerdict> {
  const verdict = await budgets.take(subject, policy);
  void reply.headers(rateLimitHeaders(policy, verdict));
  return verdict;
}

/** @throws AppError `rate_limited` for a call that was not accepted. */
export function requireBudget(verdict: BudgetVerdict, policy: BudgetPolicy): void {
  if (verdict.accepted) return;
  const retryAfterSec = secondsUntil(verdict);
  const detail = `More than ${verdict.limit} requests in ${policy.windowSec} s on the "${policy.name}" budget. Try again in ${retryAfterSec} s.`;
  throw new AppError('rate_limited', detail, { retryAfterSec });
}
