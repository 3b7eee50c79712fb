import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { RecordingsConfig } from '../config.js';
import { RowRetentionRepository } from './row-retention.repository.js';

const CLEANING_MS = 60 * 60_000;

/** Deletes rows past their time. Footage that is held, receipts of deletions and what signatures need are not among them. */
@Injectable()
export class RowRetentionJobs {
  constructor(
    private readonly database: Database,
    private readonly rows: RowRetentionRepository,
    private readonly clock: Clock,
    private readonly config: RecordingsConfig,
  ) {}

  @Every(CLEANING_MS)
  clean(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('retention is the same for all', () => this.cleanAll(signal));
  }

  private async cleanAll(signal: AbortSignal): Promise<void> {
    const deleted = this.clock.daysAgo(this.config.CAPTURE_DELETED_KEEP_DAYS);
    await inBatches(signal, (limit) => this.rows.deleteEndedUploads(deleted, limit));
    await inBatches(signal, (limit) => this.rows.deleteRecordings(deleted, limit));
    await inBatches(signal, (limit) => this.rows.deleteTracks(deleted, limit));
    const grantDays = this.config.CAPTURE_DOWNLOAD_GRANT_KEEP_DAYS;
    if (grantDays === 0) return;
    const granted = this.clock.daysAgo(grantDays);
    await inBatches(signal, (limit) => this.rows.deleteDownloadGrants(granted, limit));
  }
}
