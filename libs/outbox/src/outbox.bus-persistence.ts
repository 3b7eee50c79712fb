import { Injectable } from '@nestjs/common';
import { BusPersistence, type Delivery } from '@capture/messaging';
import { Database, isOutOfSpace, OrganizationRemoval } from '@capture/persistence';
import { DeadLetterRepository } from './dead-letters/dead-letters.repository.js';
import { DeadLetters } from './dead-letters/dead-letters.js';
import { OutboxRelay } from './outbox/outbox.relay.js';

/** Gives the bus server this service's database: organization scope, dead letters and a last pass of the relay. */
@Injectable()
export class OutboxBusPersistence extends BusPersistence {
  private asking: Promise<boolean> | undefined;
  /** Whether something found no space in the database, and nothing large has found it since. */
  private isFull = false;

  constructor(
    private readonly database: Database,
    private readonly deadLetters: DeadLetters,
    private readonly letters: DeadLetterRepository,
    private readonly relay: OutboxRelay,
    private readonly removal: OrganizationRemoval,
  ) {
    super();
  }

  get inTransaction(): boolean {
    return this.database.inTransaction;
  }

  async runFor<T>(organizationId: string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await (organizationId === undefined
        ? this.database.withoutOrganization(work)
        : this.database.forOrganization(organizationId, work));
    } catch (error) {
      if (isOutOfSpace(error)) this.isFull = true;
      throw error;
    }
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

  /** Read-only: its disk is nearly full, or it is a standby. One that stays writable says so only to what needs new pages. */
  private async askDatabase(): Promise<boolean> {
    const [row] = await this.database.outsideTransaction(() =>
      this.database.query<{ taken: boolean }>(
        "SELECT current_setting('transaction_read_only') = 'off' AS taken",
      ),
    );
    if (row?.taken !== true) return false;
    if (this.isFull) this.isFull = !(await this.hasSpace());
    return !this.isFull;
  }

  private async hasSpace(): Promise<boolean> {
    const rolledBack = new Error('nothing of it is to stay');
    try {
      await this.database.outsideTransaction(() =>
        this.database.forEveryOrganization('they share the disk', () =>
          this.database.run(async () => {
            await this.letters.fillPages();
            throw rolledBack;
          }),
        ),
      );
    } catch (error) {
      return !isOutOfSpace(error);
    }
    return true;
  }
}
