import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, waitedTooLong } from '@capture/persistence';
import { Clock, Every, PeriodicJob } from '@capture/platform';
import { WebhooksConfig } from '../../config.js';
import { WorkSignal } from '../queue/work-signal.js';
import { WorkerRepository } from './worker.repository.js';

const BEAT_MS = 1_000;
/** Long enough for a busy machine: what a worker holds that was taken for dead is sent twice. */
const SILENT_MS = 5_000;

/**
 * Says every second that this process lives, and takes over the attempts of processes that no longer do: a lease alone has to
 * outlast the longest attempt, and what a killed process had in flight would wait for its end.
 */
@Injectable()
export class WorkerHeartbeat implements OnApplicationBootstrap {
  /** Of this process, as long as it lives. Its leases begin with it. */
  private readonly workerId = randomUUID();
  private readonly logger = new Logger(WorkerHeartbeat.name);
  /** Not `@Every`: a process that stops lives until its attempts have ended. */
  private readonly beats = new PeriodicJob(`${WorkerHeartbeat.name}.beat`, BEAT_MS, () => this.beat());

  constructor(
    private readonly workers: WorkerRepository,
    private readonly database: Database,
    private readonly work: WorkSignal,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.beats.runNow();
    this.beats.start();
  }

  /** Call it once nothing is in flight any more: from then on others may take this process for gone. */
  end(): Promise<void> {
    return this.beats.stop();
  }

  newLeaseId(): string {
    return `${this.workerId}/${randomUUID()}`;
  }

  @Every(BEAT_MS)
  async takeOver(): Promise<void> {
    await this.database.forEveryOrganization('workers deliver to all', async () => {
      for (const id of await this.workers.silent(this.workerId, SILENT_MS))
        await this.takeOverFrom(id).catch((error: unknown) => this.putOff(id, error));
    });
  }

  private async takeOverFrom(id: string): Promise<void> {
    const now = this.clock.now();
    // Leases of processes whose clocks run ahead count too.
    const horizon = new Date(now.getTime() + 2 * this.config.CAPTURE_WEBHOOK_LEASE_MS);
    const silent = { id, observer: this.workerId, silentMs: SILENT_MS };
    const deliveries = await this.workers.takeOver(silent, now, horizon);
    if (deliveries === 0) return;
    this.logger.warn({ worker: id, deliveries }, 'took over the deliveries of a worker that is gone');
    this.work.notify();
  }

  /** The next look tries again. */
  private putOff(worker: string, err: unknown): void {
    if (!waitedTooLong(err)) throw err;
    this.logger.warn({ err, worker }, 'a worker is gone, but rows of its deliveries are locked');
  }

  private beat(): Promise<unknown> {
    return this.database.forEveryOrganization('workers deliver to all', () =>
      this.workers.beat(this.workerId, SILENT_MS),
    );
  }
}
