import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import type { RecordingsConfig } from '../config.js';
import { DeletionRepository } from './deletion.repository.js';
import { DeletionService } from './deletion.service.js';

const BATCH = 100;

@Injectable()
export class DeletionJobs {
  private readonly logger = new Logger(DeletionJobs.name);

  constructor(
    private readonly database: Database,
    private readonly deletions: DeletionRepository,
    private readonly deletion: DeletionService,
    private readonly clock: Clock,
  ) {}

  /** Deletes footage whose retention is over. Many processes may run it: each deletion happens once. */
  @Every((config: RecordingsConfig) => config.CAPTURE_RETENTION_SWEEP_SEC * 1000)
  deleteOutlived(): Promise<void> {
    return this.database.forEveryOrganization('retention runs out for all', () => this.deleteBatches());
  }

  private async deleteBatches(): Promise<void> {
    // One that cannot be deleted waits for the next run, and no other with it.
    const failed: string[] = [];
    for (let rows = BATCH; rows === BATCH;) {
      const outlived = await this.deletions.outlived(this.clock.now(), BATCH, failed);
      for (const { id, organizationId } of outlived) {
        const deletion = { organizationId, recordingId: id, reason: 'retention' } as const;
        await this.database
          .forOrganization(organizationId, () => this.deletion.delete(deletion))
          .catch((error: unknown) => {
            failed.push(id);
            this.logger.error(
              { err: error, recordingId: id },
              'footage whose retention is over stays so far',
            );
          });
      }
      rows = outlived.length;
    }
  }
}
