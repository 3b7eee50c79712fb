import 'reflect-metadata';
import type { ServiceConfig } from '../config/config.js';

const EVERY = Symbol('every');

/** Pause between two runs in milliseconds: a number, or a setting of the service. */
export type Interval<C extends ServiceConfig = never> = number | ((config: C) => number);

export interface EveryOptions {
  /** Run once more when the process stops, after the last planned run has ended. */
  onShutdown?: boolean;
}

export interface JobMetadata extends EveryOptions {
  interval: Interval;
}

/** What the scheduler calls: `signal` aborts when the process stops, for a job that works in batches. */
export type JobMethod = (signal: AbortSignal) => Promise<unknown>;

/**
 * Repeats a provider's method for as long as the process runs, the first time after one interval. Runs of one method never
 * overlap in a process; a failure is logged and the next run comes as planned; a stop waits for the run that is under way.
 *
 * ```ts
 * @Every((config: AccountsConfig) => config.CAPTURE_KEY_USAGE_FLUSH_MS, { onShutdown: true })
 * async flush(): Promise<void> {}
 * ```
 */
export function Every<C extends ServiceConfig = ServiceConfig>(
  interval: Interval<C>,
  options: EveryOptions = {},
): <M extends JobMethod>(target: object, name: string | symbol, method: TypedPropertyDescriptor<M>) => void {
  return (_target, _name, { value }) => {
    if (value) Reflect.defineMetadata(EVERY, { interval, ...options }, value);
  };
}

/** The settings of `@Every` on a method; undefined for methods that are no jobs. */
export function jobMetadata(method: unknown): JobMetadata | undefined {
  return typeof method === 'function'
    ? (Reflect.getMetadata(EVERY, method) as JobMetadata | undefined)
    : undefined;
}
