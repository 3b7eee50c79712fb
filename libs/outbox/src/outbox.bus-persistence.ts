import { Injectable } from '@nestjs/common';
import { BusPersistence, type Delivery } from '@capture/messaging';
import { Database, OrganizationRemoval } from '@capture/persistence';
import { DeadLetters } from './dead-letters/dead-letters.js';
import { OutboxRelay } from './outbox/outbox.relay.js';

/** Gives the bus server this service's database: organization scope, dead letters and a last pass of the relay. */
@Injectable()
export class OutboxBusPersistence extends BusPersistence {
  constructor(
    private readonly database: Database,
    private readonly deadLetters: DeadLetters,
    private readonly relay: OutboxRelay,
    private readonly removal: OrganizationRemoval,
  ) {
    super();
  }

  get inTransaction(): boolean {
    return this.database.inTransaction;
  }

  runFor<T>(organizationId: string | undefined, work: () => Promise<T>): Promise<T> {
    return organizationId === undefined
      ? this.database.withoutOrganization(work)
      : this.database.forOrganization(organizationId, work);
  }

  ignores(organizationId: string): Promise<boolean> {
    return this.removal.isDeleted(organizationId);
  }

  keepDeadLetter(consumer: string, delivery: Delivery, error: unknown): Promise<void> {
    return this.deadLetters.record(consumer, delivery, error);
  }

  drain(): Promise<void> {
    return this.relay.stop();
  }
}
