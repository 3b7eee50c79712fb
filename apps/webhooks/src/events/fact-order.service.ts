import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { FactOrderRepository, type FactLine } from './fact-order.repository.js';

type Effect = (envelope: EventEnvelope) => Promise<void>;

/**
 * Lets the facts that a service recorded about an organization take effect in the order of their commits, whichever
 * process hears of which. A fact that comes too early is kept, and its effect follows that of the one before, in the same
 * transaction.
 */
@Injectable()
export class FactOrderService {
  constructor(
    private readonly database: Database,
    private readonly rows: FactOrderRepository,
    private readonly clock: Clock,
  ) {}

  /** Call it in the transaction of the effect. */
  async inOrder(envelope: EventEnvelope, effect: Effect): Promise<void> {
    const { fact, organizationId } = envelope;
    // Recorded before facts had numbers.
    if (!fact) return effect(envelope);
    const { source, ordinal } = fact;
    const line = { organizationId, source };
    if (!(await this.admitted(line, ordinal)))
      return this.rows.keep(line, ordinal, envelope, this.clock.now());
    await effect(envelope);
    await this.follow(line, ordinal, effect);
  }

  /** Goes on without facts that others have waited for since before `before`. Should one come after all, it comes last. */
  async skipMissing(before: Date, effect: Effect): Promise<void> {
    for (const line of await this.rows.overdue(before))
      await this.database.run(async () => {
        await this.rows.lock(line);
        const first = await this.rows.firstOverdue(line, before);
        if (first === undefined) return;
        await this.rows.moveTo(line, first - 1);
        await this.follow(line, first - 1, effect);
      });
  }

  /** Asked again under the lock: the one before may have been logged between the two. */
  private async admitted(line: FactLine, ordinal: number): Promise<boolean> {
    if (await this.rows.admit(line, ordinal)) return true;
    await this.rows.lock(line);
    return this.rows.admit(line, ordinal);
  }

  private async follow(line: FactLine, logged: number, effect: Effect): Promise<void> {
    let last = logged;
    for (;;) {
      const next = await this.rows.take(line, last + 1);
      if (!next) break;
      await effect(next);
      last += 1;
    }
    if (last > logged) await this.rows.moveTo(line, last);
  }
}
