import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { OrganizationDeletionRepository, type DueDeletion } from './organization-deletion.repository.js';
import { OrganizationDeletionRun } from './organization-deletion-run.service.js';

const EVERY_MS = 2_000;
const BATCH = 5;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Carries deletions on until nothing is left: what broke off is taken up again, in any process. */
@Injectable()
export class OrganizationDeletionJobs {
  private readonly logger = new Logger(OrganizationDeletionJobs.name);

  constructor(
    private readonly database: Database,
    private readonly deletions: OrganizationDeletionRepository,
    private readonly run: OrganizationDeletionRun,
    private readonly clock: Clock,
  ) {}

  @Every(EVERY_MS)
  carryOn(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('organizations of every kind are deleted', async () => {
      const due = await this.deletions.claim(this.clock.now(), BATCH);
      await Promise.all(due.map((deletion) => this.carry(deletion, signal)));
    });
  }

  private async carry({ id, organizationId, attempts }: DueDeletion, signal: AbortSignal): Promise<void> {
    try {
      await this.database.forOrganization(organizationId, () => this.run.toItsEnd(organizationId, signal));
    } catch (error) {
      const backoffMs = Math.min(1000 * 2 ** (attempts - 1), MAX_BACKOFF_MS);
      this.logger.warn(
        { err: error, deletionId: id, organizationId, attempts },
        'the deletion of an organization broke off; it will be carried on',
      );
      await this.deletions.postpone(organizationId, new Date(this.clock.now().getTime() + backoffMs));
    }
  }
}
