import { Injectable } from '@nestjs/common';
import { BusPersistence, type Delivery } from '@capture/messaging';
import { Database, OrganizationRemoval } from '@capture/persistence';
import { DeadLetters } from './dead-letters/dead-letters.js';
import { OutboxRelay } from './outbox/outbox.relay.js';

/** Gives the bus server this service's database: organization scope, dead letters and a last pass of the relay. */
@Injectable()
export class OutboxBusPersistence extends BusPersistence {
  private asking: Promise<boolean> | undefined;

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

  /** Consumers that ask at the same time share the answer. */
  takesChanges(): Promise<boolean> {
    this.asking ??= this.askDatabase().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  keepDeadLetter(consumer: string, delivery: Delivery, error: unknown): Promise<void> {
    return this.deadLetters.record(consumer, delivery, error);
  }

  drain(): Promise<void> {
    return this.relay.stop();
  }

  /** Read-only: its disk is nearly full, or it is a standby. */
  private async askDatabase(): Promise<boolean> {
    const [row] = await this.database.outsideTransaction(() =>
      this.database.query<{ taken: boolean }>(
        "SELECT current_setting('transaction_read_only') = 'off' AS taken",
      ),
    );
    return row?.taken === true;
  }
}
