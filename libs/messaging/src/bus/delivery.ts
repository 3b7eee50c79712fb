import { AppError, type EventEnvelope } from '@capture/contracts';
import type { ConsumeOptions, Delivery } from './bus.js';

export type Verdict =
  { kind: 'done' } | { kind: 'retry'; delayMs: number; error: unknown } | { kind: 'dead'; error: unknown };

/**
 * An event whose handler found a dependency down is delivered up to this many times `maxDeliver`. So an outage does not
 * fill the dead letters, and an event that kills its process still ends there.
 */
const OUTAGE_FACTOR = 10;
/** Delays during an outage: short at first, longer when it lasts; about 1½ hours in all by default. */
const OUTAGE = { quickAttempts: 12, quickMs: 5_000, slowMs: 60_000 };
/** Between two questions whether a consumer can handle events again. */
const ASK_AGAIN_MS = 1_000;

/** Events with the same turn are handled one after another. */
export function turnOf({ unordered }: Pick<ConsumeOptions, 'unordered'>, event: EventEnvelope): string {
  return unordered === true ? event.id : event.organizationId;
}

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

/**
 * Resolves once the consumer can handle events, or has stopped. Call it after a failure and before the next delivery: those
 * of an outage would count, and an outage that lasts would make dead letters of events that nobody tried.
 */
export async function untilAble(
  { canHandle }: Pick<ConsumeOptions, 'canHandle'>,
  stopped: () => boolean,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  if (!canHandle) return;
  while (!stopped() && !(await canHandle().catch(() => false))) await pause(ASK_AGAIN_MS);
}

/** Runs one delivery and returns what becomes of the event. Every bus retries by this one rule. */
export async function deliver(options: ConsumeOptions, delivery: Delivery): Promise<Verdict> {
  const ceiling = options.maxDeliver * OUTAGE_FACTOR;
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
