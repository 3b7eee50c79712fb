import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import type { CaptureRequestsConfig } from '../config.js';
import { DisposalRepository, type DueDisposal } from './disposal.repository.js';

const BATCH = 50;
const LEASE_MS = 60_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Deletes superfluous footage; repeats each disposal until the recordings service has confirmed it. */
@Injectable()
export class DisposalJobs {
  private readonly logger = new Logger(DisposalJobs.name);

  constructor(
    private readonly database: Database,
    private readonly disposals: DisposalRepository,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  @Every((config: CaptureRequestsConfig) => config.CAPTURE_DISPOSALS_EVERY_MS)
  disposeDue(): Promise<void> {
    return this.database.forEveryOrganization('disposals are due in every organization', async () => {
      for (;;) {
        const due = await this.disposals.claim(this.clock.now(), LEASE_MS, BATCH);
        await Promise.all(due.map((disposal) => this.dispose(disposal)));
        if (due.length < BATCH) return;
      }
    });
  }

  private async dispose({ targetId, organizationId, reason, attempts }: DueDisposal): Promise<void> {
    try {
      if (reason === 'aborted') await this.abort(organizationId, targetId);
      else await this.commands.send('recordings.delete', { organizationId, recordingId: targetId, reason });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) {
        const backoffMs = Math.min(1000 * 2 ** attempts, MAX_BACKOFF_MS);
        this.logger.warn({ err: error, targetId, attempts }, 'disposal failed; it will be retried');
        return this.disposals.postpone(targetId, new Date(this.clock.now().getTime() + backoffMs));
      }
    }
    await this.disposals.done(targetId);
  }

  /** An upload that has ended meanwhile cannot be aborted any more, so its recording is deleted. */
  private async abort(organizationId: string, uploadId: string): Promise<void> {
    await this.commands.send('recordings.abort_upload', { organizationId, uploadId });
    const { recordingId } = await this.commands.send('recordings.upload_state', { organizationId, uploadId });
    if (recordingId !== null)
      await this.commands.send('recordings.delete', { organizationId, recordingId, reason: 'discarded' });
  }
}
