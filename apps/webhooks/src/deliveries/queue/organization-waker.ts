import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { OutcomeRepository } from './outcome.repository.js';
import { WorkSignal } from './work-signal.js';

const BETWEEN_TRIES_MS = 50;

/** Wakes organizations whose rows were locked when outcomes of theirs were recorded, as soon as the rows are free. */
@Injectable()
export class OrganizationWaker {
  private readonly logger = new Logger(OrganizationWaker.name);
  private readonly asleep = new Set<string>();
  private waking: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly outcomes: OutcomeRepository,
    private readonly work: WorkSignal,
    private readonly clock: Clock,
  ) {}

  /** Begins, and waits for nobody. */
  wake(organizationIds: Iterable<string>): void {
    for (const id of organizationIds) this.asleep.add(id);
    this.waking ??= this.database
      .forEveryOrganization('workers deliver to all', () => this.wakeAll())
      .finally(() => {
        this.waking = undefined;
      });
  }

  private async wakeAll(): Promise<void> {
    try {
      while (this.asleep.size > 0) {
        const ids = [...this.asleep];
        // Before the statement: who is added during it may have to be woken once more.
        this.asleep.clear();
        const held = await this.outcomes.wake(ids, this.clock.now());
        for (const id of held) this.asleep.add(id);
        if (held.length < ids.length) this.work.notify();
        if (held.length > 0) await pause(BETWEEN_TRIES_MS);
      }
    } catch (error) {
      this.asleep.clear();
      this.logger.warn(
        { err: error },
        'organizations were not woken; housekeeping wakes them within a minute',
      );
    }
  }
}
