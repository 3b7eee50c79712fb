import type { Delivery } from './bus.js';

/**
 * What the bus server needs of a service's database. A process without one provides none: it can serve and send
 * commands, but not consume events, because it has no place for dead letters.
 */
export abstract class BusPersistence {
  /** Whether the caller runs inside a transaction. */
  abstract readonly inTransaction: boolean;
  /** Runs a handler for the organization that its message names, or for none when it names none. */
  abstract runFor<T>(organizationId: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Whether events of the organization have no effect in this service any more. */
  abstract ignores(organizationId: string): Promise<boolean>;
  /** Whether the database can be reached and takes changes. */
  abstract takesChanges(): Promise<boolean>;
  /** Keeps an event that `consumer` gave up on. */
  abstract keepDeadLetter(consumer: string, delivery: Delivery, error: unknown): Promise<void>;
  /** Publishes the events that handlers committed before they ended. */
  abstract drain(): Promise<void>;
}
