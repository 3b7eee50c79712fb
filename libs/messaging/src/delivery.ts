import { AppError } from '@capture/contracts';
import type { ConsumeOptions, Delivery } from './bus.js';

export type Verdict =
  { kind: 'done' } | { kind: 'retry'; delayMs: number; error: unknown } | { kind: 'dead'; error: unknown };

/**
 * An event that found its dependencies down is no poison: it is tried beyond `maxDeliver`, up to this many times
 * as often, so that an outage does not fill the dead letters and a handler that kills its process still ends there.
 */
const PATIENCE = 10;

export function backoff(options: Pick<ConsumeOptions, 'backoffMs'>, attempt: number): number {
  return options.backoffMs[Math.min(attempt, options.backoffMs.length) - 1] ?? 0;
}

function isOutage(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}

/** Runs one delivery and says what becomes of the event: the one rule of retries, whatever carries the events. */
export async function deliver(options: ConsumeOptions, delivery: Delivery): Promise<Verdict> {
  const ceiling = options.maxDeliver * PATIENCE;
  if (delivery.attempt > ceiling)
    return giveUp(options, delivery, new Error(`not finished in ${ceiling} deliveries`));
  try {
    await options.handler(delivery);
    return { kind: 'done' };
  } catch (error) {
    if (delivery.attempt >= (isOutage(error) ? ceiling : options.maxDeliver))
      return giveUp(options, delivery, error);
    return { kind: 'retry', delayMs: backoff(options, delivery.attempt), error };
  }
}

async function giveUp(options: ConsumeOptions, delivery: Delivery, error: unknown): Promise<Verdict> {
  try {
    await options.onLastFailure(delivery, error);
    return { kind: 'dead', error };
  } catch (failure) {
    return { kind: 'retry', delayMs: backoff(options, delivery.attempt), error: failure };
  }
}
