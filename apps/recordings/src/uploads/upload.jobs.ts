import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { UploadPurge } from '../deletion/upload-purge.js';
import { SessionRecordingService } from '../promotion/session-recording.service.js';
import { UploadRepository } from '../takes/upload.repository.js';

const BATCH = 100;
/** Lifetimes of a grant after which a transfer that began under it has ended. */
const SETTLE_GRANTS = 2;

@Injectable()
export class UploadJobs {
  private readonly logger = new Logger(UploadJobs.name);

  constructor(
    private readonly config: RecordingsConfig,
    private readonly database: Database,
    private readonly uploads: UploadRepository,
    private readonly sessions: SessionRecordingService,
    private readonly purge: UploadPurge,
    private readonly clock: Clock,
  ) {}

  /**
   * Follows uploads that fell silent: stranded after a while, given up after a longer one, their bytes removed. Rows are
   * claimed with SKIP LOCKED, so many processes may run it.
   */
  @Every((config: RecordingsConfig) => config.CAPTURE_UPLOAD_SWEEP_SEC * 1000)
  sweep(): Promise<void> {
    return this.database.forEveryOrganization('uploads of all fall silent', () => this.sweepAll());
  }

  private async sweepAll(): Promise<void> {
    while ((await this.strand()) === BATCH);
    while ((await this.giveUp()) === BATCH);
    await this.clearEnded();
  }

  private strand(): Promise<number> {
    const now = this.clock.now();
    const silentSince = new Date(now.getTime() - this.config.CAPTURE_STRANDED_AFTER_SEC * 1000);
    return this.database.run(async () => {
      const stranded = await this.uploads.strandSilent(silentSince, BATCH);
      for (const upload of stranded) await this.sessions.strandTrack(upload);
      return stranded.length;
    });
  }

  private giveUp(): Promise<number> {
    const now = this.clock.now();
    const silentSince = new Date(now.getTime() - this.config.CAPTURE_RESUMABLE_SEC * 1000);
    return this.database.run(async () => {
      const aborted = await this.uploads.abortSilent(silentSince, now, BATCH);
      for (const upload of aborted) await this.sessions.failTrack(upload);
      return aborted.length;
    });
  }

  /** A second time once no grant from before the end works any more: whoever held one could still bring bytes. */
  private async clearEnded(): Promise<void> {
    const settleSec = SETTLE_GRANTS * this.config.CAPTURE_PART_GRANT_SEC;
    const ended = await this.uploads.uncleared(BATCH);
    const unsettled = await this.uploads.unsettled(this.clock.now(), settleSec, BATCH);
    for (const upload of [...ended, ...unsettled]) {
      await this.purge.run(upload).catch((error: unknown) => {
        this.logger.warn(
          { err: error, uploadId: upload.id },
          'bytes of an ended upload stay until the next sweep',
        );
      });
    }
  }
}
