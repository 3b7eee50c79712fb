import { Injectable, Logger } from '@nestjs/common';
import { ChangeNotices } from '@capture/outbox';
import { BRIEF, Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { EndpointRepository } from '../../endpoints/endpoint.repository.js';
import { noticeOf } from '../delivery-notice.js';
import { DeliveryRepository } from '../delivery.repository.js';
import { WorkSignal } from '../queue/work-signal.js';
import {
  RangeReplayRepository,
  type ReplayRange,
  type RestOfRange,
  type UnfinishedReplay,
} from './range-replay.repository.js';

/** Deliveries that one transaction looks at. */
export const BATCH = 5000;

/**
 * Queues the deliveries of a range of time again, oldest first, in transactions that stay small however many there are. Each
 * delivery comes up once. What is left after the first batch is stored: it goes on after a crash, in any process.
 */
@Injectable()
export class RangeReplays {
  private readonly logger = new Logger(RangeReplays.name);

  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly replays: RangeReplayRepository,
    private readonly notices: ChangeNotices,
    private readonly work: WorkSignal,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues the first batch, in the transaction that has locked the endpoint and its replays. Returns how many deliveries are
   * queued again in all, as far as can be said now, and whether some of them are yet to be.
   */
  async begin(
    organizationId: string,
    endpointId: string,
    range: ReplayRange,
  ): Promise<{ replayed: number; unfinished: boolean }> {
    const now = this.clock.now();
    const { queued, rest } = await this.queue(organizationId, { ...range, endpointId, afterId: '' }, now);
    const left = rest ? await this.replays.count(rest) : 0;
    if (!rest || left === 0) return { replayed: queued, unfinished: false };
    await this.replays.keep(organizationId, rest, now);
    return { replayed: queued + left, unfinished: true };
  }

  /**
   * Queues one more batch of one replay that is none of `failed`; false when all have ended. One whose batch fails is added to
   * them and goes behind the others.
   */
  async goOn(failed: Set<bigint>): Promise<boolean> {
    const due = await this.replays.next(failed);
    if (!due) return false;
    try {
      await this.database.runDirectly(() => this.goOnWith(due), { walksIndexes: true, ...BRIEF });
    } catch (error) {
      const { id, endpointId } = due;
      this.logger.error({ err: error, endpointId }, 'a batch of a replay was not queued; it is tried again');
      failed.add(id);
      await this.replays.putOff(id, this.clock.now());
    }
    return true;
  }

  private async goOnWith({ id, organizationId, endpointId }: UnfinishedReplay): Promise<void> {
    // The order of locks in which a request begins a replay. Disabling the endpoint ends its replays first.
    const enabled = (await this.endpoints.lockStatus(endpointId)) === 'enabled';
    await this.deliveries.lockReplays(endpointId);
    const replay = await this.replays.find(id);
    if (!replay) return;
    const now = this.clock.now();
    const { rest } = enabled ? await this.queue(organizationId, replay, now) : { rest: null };
    if (rest) await this.replays.advance(id, rest, now);
    else await this.replays.end(id);
  }

  private async queue(
    organizationId: string,
    range: RestOfRange,
    now: Date,
  ): Promise<{ queued: number; rest: RestOfRange | null }> {
    const batch = await this.replays.queueNext(range, BATCH, now);
    this.notices.tell(noticeOf(organizationId, range.endpointId));
    this.database.onCommit(() => this.work.notify());
    return batch;
  }
}
