import { Injectable, Logger } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { BRIEF, Database, type Together } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { FactOrder, linesOf, type FactLine, type FactPosition } from './fact-order.model.js';
import { FactOrderRepository, lockStatement, waitingStatement } from './fact-order.repository.js';

/** Facts that had waited and that one transaction takes in: however many there are, it ends in time. */
export const FOLLOWERS_TOGETHER = 512;

const NOBODY_FOLLOWS = { followed: false, more: false };

/** Takes in facts in the order in which they are given. */
type Effect = (envelopes: readonly EventEnvelope[]) => Promise<void>;

/**
 * Lets the facts that a service recorded about an organization take effect in the order of their commits, whichever
 * process hears of which. A fact that comes too early is kept, and its effect follows that of the one before: in the same
 * transaction, or where many follow in further ones.
 */
@Injectable()
export class FactOrderService {
  private readonly logger = new Logger(FactOrderService.name);

  constructor(
    private readonly database: Database,
    private readonly rows: FactOrderRepository,
    private readonly clock: Clock,
  ) {}

  /** Statements that `inOrder` needs the rows of, in the transaction of the effect. */
  statementsFor(arriving: readonly EventEnvelope[]): Together<[FactPosition[], FactLine[]]> {
    const lines = linesOf(arriving);
    return [lockStatement(lines), waitingStatement(lines)];
  }

  /**
   * Call it in the transaction of the effect.
   * @param positions of the lines of all that arrived, which are locked
   * @param waiting those of the lines in which facts wait
   */
  async inOrder(
    arrived: readonly EventEnvelope[],
    positions: readonly FactPosition[],
    waiting: readonly FactLine[],
    effect: Effect,
  ): Promise<void> {
    const order = new FactOrder(positions);
    for (const envelope of arrived) order.arrive(envelope);
    const more = await this.settle(order, waiting.length > 0, effect);
    if (more) this.database.onCommit(() => void this.goOn(linesOf(arrived), undefined, effect));
  }

  /** Goes on without facts that others have waited for since before `before`. Should one come after all, it comes last. */
  async skipMissing(before: Date, effect: Effect): Promise<void> {
    await this.goOn(await this.rows.overdue(before), before, effect);
  }

  /** A line that cannot go on keeps no other from it, and is tried again when its facts are overdue. */
  private async goOn(lines: readonly FactLine[], before: Date | undefined, effect: Effect): Promise<void> {
    for (const line of lines) {
      try {
        const next = (): Promise<boolean> => this.follow(line, before, effect);
        while (await this.database.runDirectly(next, { walksIndexes: true, ...BRIEF }));
      } catch (error) {
        this.logger.error({ err: error, ...line }, 'facts that wait could not be taken in');
      }
    }
  }

  /** Takes in what is next in a line, without what others have waited for since before `before`. True when there may be more. */
  private async follow(line: FactLine, before: Date | undefined, effect: Effect): Promise<boolean> {
    const position = await this.rows.lock(line);
    if (!position) return false;
    const order = new FactOrder([position]);
    const first = before && (await this.rows.firstOverdue(line, before));
    order.pass({ ...line, last: first === undefined ? position.last : first - 1 });
    const more = await this.settle(order, true, effect);
    // Behind the next one that is missing others may have waited for as long.
    return more || first !== undefined;
  }

  /** True when more may follow. */
  private async settle(order: FactOrder, mayFollow: boolean, effect: Effect): Promise<boolean> {
    const { followed, more } = mayFollow ? await this.readFollowers(order) : NOBODY_FOLLOWS;
    if (order.effective.length > 0) await effect(order.effective);
    await this.rows.keep(order.early, this.clock.now());
    if (followed) await this.rows.forgetUpTo(order.moved);
    this.rows.moveTo(order.moved);
    return more;
  }

  /** Adds what was kept and has its turn now. */
  private async readFollowers(order: FactOrder): Promise<{ followed: boolean; more: boolean }> {
    const arrived = order.effective.length;
    for (;;) {
      const { moved } = order;
      const kept = moved.length === 0 ? [] : await this.rows.waitingBehind(moved);
      const before = order.effective.length;
      for (const envelope of kept) order.arrive(envelope);
      const followers = order.effective.length - arrived;
      if (order.effective.length === before) return { followed: followers > 0, more: false };
      if (followers >= FOLLOWERS_TOGETHER) return { followed: true, more: true };
    }
  }
}
