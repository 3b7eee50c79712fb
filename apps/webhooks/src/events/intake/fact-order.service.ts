import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { FactOrder, linesOf, type FactLine } from './fact-order.model.js';
import { FactOrderRepository } from './fact-order.repository.js';

/** Takes in facts in the order in which they are given. */
type Effect = (envelopes: readonly EventEnvelope[]) => Promise<void>;

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
  async inOrder(arrived: readonly EventEnvelope[], effect: Effect): Promise<void> {
    const order = new FactOrder(await this.rows.lock(linesOf(arrived)));
    for (const envelope of arrived) order.arrive(envelope);
    await this.settle(order, effect);
  }

  /** Goes on without facts that others have waited for since before `before`. Should one come after all, it comes last. */
  async skipMissing(before: Date, effect: Effect): Promise<void> {
    for (const line of await this.rows.overdue(before))
      await this.database.runDirectly(() => this.passMissing(line, before, effect), { walksIndexes: true });
  }

  private async passMissing(line: FactLine, before: Date, effect: Effect): Promise<void> {
    const order = new FactOrder(await this.rows.lock([line]));
    const first = await this.rows.firstOverdue(line, before);
    if (first === undefined) return;
    order.pass({ ...line, last: first - 1 });
    await this.settle(order, effect);
  }

  private async settle(order: FactOrder, effect: Effect): Promise<void> {
    const followed = await this.follow(order);
    if (order.effective.length > 0) await effect(order.effective);
    await this.rows.keep(order.early, this.clock.now());
    if (followed) await this.rows.forgetUpTo(order.moved);
    this.rows.moveTo(order.moved);
  }

  /** Takes in what was kept and has its turn now; false when there is none. */
  private async follow(order: FactOrder): Promise<boolean> {
    let followed = false;
    for (;;) {
      const { moved } = order;
      const kept = moved.length === 0 ? [] : await this.rows.waitingBehind(moved);
      const before = order.effective.length;
      for (const envelope of kept) order.arrive(envelope);
      if (order.effective.length === before) return followed;
      followed = true;
    }
  }
}
