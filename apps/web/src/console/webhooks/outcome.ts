import { deliveriesCopy, deliveryCopy } from '../copy/webhooks.copy.js';
import type { DeliverySummary } from './webhooks-api.js';

/** What became of a delivery so far, in one line. */
export function outcomeOf({ status, attemptCount, attempts }: DeliverySummary): string {
  const last = attempts.at(-1);
  return [
    deliveriesCopy.statuses[status],
    deliveriesCopy.attempts(attemptCount),
    ...(last ? [lastOf(last)] : []),
  ].join(' · ');
}

function lastOf({ status, error }: DeliverySummary['attempts'][number]): string {
  if (status !== null) return deliveriesCopy.lastStatus(status);
  return errorOf(error ?? 'connection');
}

/** Why an attempt was no success, by the word that the API has for it. */
export function errorOf(error: string): string {
  const known: Partial<Record<string, string>> = deliveryCopy.errors;
  return known[error] ?? error;
}
