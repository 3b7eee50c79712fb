import { AppError } from '@capture/contracts';
import type { ConsumeOptions, Delivery } from './bus.js';

export type Verdict =
  { kind: 'done' } | { kind: 'retry'; delayMs: number; error: unknown } | { kind: 'dead'; error: unknown };

/**
 * An event that found its dependencies down is no poison: it is tried beyond `maxDeliver`, up to this many times
 * as often, so that an outage does not fill the dead letters and a handler that kills its process still ends there.
 */
const PATIENCE = 10;
/** A short outage is over soon after it ends; one that lasts is asked about less often, for about 1½ hours by default. */
const OUTAGE = { quickAttempts: 12, quickMs: 5_000, slowMs: 60_000 };

export function backoff(options: Pick<ConsumeOptions, 'backoffMs'>, attempt: number): number {
  return options.backoffMs[Math.min(attempt, options.backoffMs.length) - 1] ?? 0;
}

function outageBackoff(options: Pick<ConsumeOptions, 'backoffMs'>, attempt: number): number {
  return Math.min(
    backoff(options, attempt),
    attempt <= OUTAGE.quickAttempts ? OUTAGE.quickMs : OUTAGE.slowMs,
  );
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
    const outage = isOutage(error);
    if (delivery.attempt >= (outage ? ceiling : options.maxDeliver)) return giveUp(options, delivery, error);
    return { kind: 'retry', delayMs: (outage ? outageBackoff : backoff)(options, delivery.attempt), error };
  }
}

async function giveUp(options: ConsumeOptions, delivery: Delivery, error: unknown): Promise<Verdict> {
  try {
    await options.onLastFailure(delivery, error);
    return { kind: 'dead', error };
  } catch (failure) {
    return { kind: 'retry', delayMs: outageBackoff(options, delivery.attempt), error: failure };
  }
}
