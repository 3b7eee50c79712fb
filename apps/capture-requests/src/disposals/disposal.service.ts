import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, JobScheduler } from '@capture/platform';
import { DisposalJobs } from './disposal.jobs.js';
import { DisposalRepository, type Disposal } from './disposal.repository.js';

/** Records footage to delete, in the transaction that makes it superfluous. */
@Injectable()
export class DisposalService {
  constructor(
    private readonly database: Database,
    private readonly disposals: DisposalRepository,
    private readonly jobs: JobScheduler,
    private readonly clock: Clock,
  ) {}

  /** Must run in a transaction. The job runs right after the commit instead of at its next interval. */
  async add(disposals: Disposal[]): Promise<void> {
    if (disposals.length === 0) return;
    await this.disposals.insert(disposals, this.clock.now());
    this.database.onCommit(() => void this.jobs.runNow(DisposalJobs, 'disposeDue'));
  }
}
