import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import type { RecordingsConfig } from '../config.js';
import { DeletionRepository } from './deletion.repository.js';
import { DeletionService } from './deletion.service.js';

const BATCH = 100;

@Injectable()
export class DeletionJobs {
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
    for (let rows = BATCH; rows === BATCH;) {
      const outlived = await this.deletions.outlived(this.clock.now(), BATCH);
      for (const { id, organizationId } of outlived) {
        const deletion = { organizationId, recordingId: id, reason: 'retention' } as const;
        await this.database.forOrganization(organizationId, () => this.deletion.delete(deletion));
      }
      rows = outlived.length;
    }
  }
}
