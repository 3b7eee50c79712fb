import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { RenditionMaker } from './rendition-maker.js';
import { RenditionRepository } from './rendition.repository.js';

const CLEANING_MS = 60 * 60_000;

@Injectable()
export class RenditionJobs {
  constructor(
    private readonly maker: RenditionMaker,
    private readonly database: Database,
    private readonly rows: RenditionRepository,
    private readonly clock: Clock,
    private readonly config: RecordingsConfig,
  ) {}

  /** Makes what was asked for and left undone: by a process that died, or one whose store failed. */
  @Every((config: RecordingsConfig) => config.CAPTURE_UPLOAD_SWEEP_SEC * 1000)
  async resume(): Promise<void> {
    await this.maker.runWaiting();
  }

  /** Forgets copies that nobody has asked for in a while. */
  @Every(CLEANING_MS)
  forgetUnused(signal: AbortSignal): Promise<void> {
    const before = this.clock.daysAgo(this.config.CAPTURE_RENDITION_KEEP_DAYS);
    return this.database.forEveryOrganization('copies of all grow old', () =>
      inBatches(signal, (limit) => this.rows.deleteUnused(before, limit)),
    );
  }
}
