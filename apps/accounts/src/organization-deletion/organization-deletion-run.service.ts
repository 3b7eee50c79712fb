import { Injectable } from '@nestjs/common';
import { ORGANIZATION_SERVICES, type OrganizationService as Service } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database, OrganizationRemoval, type RemovalProgress } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { OrganizationService } from '../organizations/organization.service.js';
import { OrganizationClosing } from './organization-closing.service.js';
import {
  completed,
  factsOf,
  nextStep,
  removedMore,
  settledAt,
  stepTaken,
  type OrganizationDeletion,
} from './organization-deletion.model.js';
import { OrganizationDeletionRepository } from './organization-deletion.repository.js';
import { ORGANIZATION_TABLES } from './organization-tables.js';

/** While a service waits for something, such as the last events to be published. */
const AGAIN_MS = 1_000;

/** Takes the steps of a deletion. Each is recorded when it is taken, and safe to repeat when that is lost. */
@Injectable()
export class OrganizationDeletionRun {
  constructor(
    private readonly database: Database,
    private readonly deletions: OrganizationDeletionRepository,
    private readonly organizations: OrganizationService,
    private readonly closing: OrganizationClosing,
    private readonly removal: OrganizationRemoval,
    private readonly commands: Commands,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /** Must run for its organization. Returns early when it has to wait, or `signal` asks to stop. */
  async toItsEnd(organizationId: string, signal: AbortSignal): Promise<void> {
    const begun = await this.begin(organizationId);
    if (begun === undefined) return;
    await this.closing.shutOut(organizationId);
    const settled = settledAt(begun);
    if (settled > this.clock.now()) return this.deletions.postpone(organizationId, settled);
    while (!signal.aborted) {
      const deletion = await this.deletions.find(organizationId);
      if (!deletion || deletion.completedAt !== null) return;
      const service = nextStep(deletion);
      const { moved } =
        service === undefined ? await this.lookAgain(deletion) : await this.take(deletion, service);
      if (!moved) return this.again(organizationId);
    }
    await this.again(organizationId);
  }

  private again(organizationId: string): Promise<void> {
    return this.deletions.postpone(organizationId, new Date(this.clock.now().getTime() + AGAIN_MS));
  }

  /** Returns since when; undefined where nothing is to be done. Whoever takes the deletion back comes before this, or too late. */
  private async begin(organizationId: string): Promise<Date | undefined> {
    const found = await this.deletions.find(organizationId);
    if (!found || found.completedAt !== null) return undefined;
    if (found.begunAt !== null) return found.begunAt;
    return this.database.run(async () => {
      // The organization is locked first, in the same order as when a deletion is taken back.
      await this.organizations.close(organizationId);
      const deletion = await this.deletions.lock(organizationId);
      const now = this.clock.now();
      if (!deletion || deletion.dueAt > now) throw new Error('the deletion was taken back');
      if (deletion.begunAt !== null) return deletion.begunAt;
      await this.deletions.save({ ...deletion, begunAt: now }, now);
      return now;
    });
  }

  /** Removes some of what a service has. Nothing moved when there was something left that it did not remove. */
  private async take(deletion: OrganizationDeletion, service: Service): Promise<{ moved: boolean }> {
    const progress = await this.remove(deletion, service);
    await this.save(deletion.organizationId, service, progress);
    return { moved: progress.done || removedMore(deletion, service, progress.counts) };
  }

  private remove(
    { id: deletionId, organizationId }: OrganizationDeletion,
    service: Service,
  ): Promise<RemovalProgress> {
    const deletion = { organizationId, deletionId };
    return service === 'accounts'
      ? this.removal.remove(deletion, ORGANIZATION_TABLES)
      : this.commands.send(`${service}.delete_organization`, deletion);
  }

  private save(organizationId: string, service: Service, progress: RemovalProgress): Promise<void> {
    return this.database.run(async () => {
      const deletion = await this.deletions.lock(organizationId);
      if (!deletion || deletion.completedAt !== null) return;
      const now = this.clock.now();
      await this.deletions.save(stepTaken(deletion, service, progress, now), now);
    });
  }

  /**
   * Asks every service once more: what was under way in one while another was emptied may have come back. The receipt is
   * signed when none had anything left.
   */
  private async lookAgain(deletion: OrganizationDeletion): Promise<{ moved: boolean }> {
    let clean = true;
    for (const service of ORGANIZATION_SERVICES) {
      const progress = await this.remove(deletion, service);
      if (progress.done && !removedMore(deletion, service, progress.counts)) continue;
      clean = false;
      await this.save(deletion.organizationId, service, progress);
    }
    if (clean) await this.complete(deletion);
    return { moved: true };
  }

  private async complete(deletion: OrganizationDeletion): Promise<void> {
    const { organizationId, requestedBy, ip } = deletion;
    const now = this.clock.now();
    const facts = factsOf(deletion, now);
    const { receipt } = await this.commands.send('recordings.sign_organization_deletion', { facts });
    await this.database.run(async () => {
      const locked = await this.deletions.lock(organizationId);
      if (!locked || locked.completedAt !== null) return;
      await this.deletions.save(completed(locked, JSON.stringify(receipt), now), now);
      await this.audit.record(
        { actor: requestedBy, ip: ip ?? '' },
        {
          organizationId,
          action: 'organization.deleted',
          subject: organizationId,
          detail: { deletionId: deletion.id, receiptId: facts.id },
        },
      );
    });
  }
}
