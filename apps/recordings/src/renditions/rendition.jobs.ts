import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, PeriodicJob } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { RenditionMaker } from './rendition-maker.js';
import { RenditionRepository } from './rendition.repository.js';

const BATCH = 20;

/** Makes what was asked for and left undone: by a process that died, or one whose store failed. */
@Injectable()
export class RenditionJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    config: RecordingsConfig,
    db: Database,
    private readonly rows: RenditionRepository,
    private readonly maker: RenditionMaker,
    private readonly clock: Clock,
  ) {
    this.job = new PeriodicJob(RenditionJobs.name, config.CAPTURE_UPLOAD_SWEEP_SEC * 1000, () =>
      db.forEveryOrganization('any organization may have asked for one', () => this.run()),
    );
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  async run(): Promise<void> {
    const waiting = await this.rows.waiting(this.clock.now(), BATCH);
    await Promise.all(waiting.map((row) => this.maker.make(row)));
  }
}
