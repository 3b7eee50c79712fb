import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Every, JobScheduler } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { RangeReplays } from './range-replay.service.js';

/** Goes on with replays of large ranges, those that another process has left included. */
@Injectable()
export class RangeReplayJobs {
  constructor(
    private readonly database: Database,
    private readonly replays: RangeReplays,
    private readonly scheduler: JobScheduler,
  ) {}

  /** Stops after the batch under way. A replay whose batch fails is left to the next run. */
  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  queueRest(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('replays of all organizations go on', async () => {
      const failed = new Set<bigint>();
      let found = true;
      while (found && !signal.aborted) found = await this.replays.goOn(failed);
    });
  }

  /** Starts a run without waiting for it. */
  start(): void {
    void this.scheduler.runNow(RangeReplayJobs, 'queueRest');
  }
}
