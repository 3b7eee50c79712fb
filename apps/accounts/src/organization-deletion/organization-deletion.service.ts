import { Injectable } from '@nestjs/common';
import {
  actorOf,
  AppError,
  invalidField,
  notFound,
  RawJson,
  type ForwardedCall,
  type MemberPrincipal,
} from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, JobScheduler } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountsConfig } from '../config.js';
import { MailQueue } from '../mail/mail-queue.js';
import { OwnerMails } from '../members/owner-mails.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { OrganizationService } from '../organizations/organization.service.js';
import { OwnPasswordProof } from '../own-account/own-password-proof.js';
import {
  toOrganizationDeletion,
  type DeleteOwnOrganizationDto,
  type OrganizationDeletionDto,
} from './organization-deletion.dto.js';
import { OrganizationDeletionJobs } from './organization-deletion.jobs.js';
import { DELETION_MAILS } from './organization-deletion.mail.js';
import { newDeletion, type OrganizationDeletion } from './organization-deletion.model.js';
import { OrganizationDeletionRepository } from './organization-deletion.repository.js';

/** Deletions of organizations: asked for, looked at and taken back. The job carries them out (ADR 49). */
@Injectable()
export class OrganizationDeletionService {
  constructor(
    private readonly database: Database,
    private readonly deletions: OrganizationDeletionRepository,
    private readonly organizations: OrganizationService,
    private readonly rows: OrganizationRepository,
    private readonly proof: OwnPasswordProof,
    private readonly mails: MailQueue,
    private readonly ownerMails: OwnerMails,
    private readonly audit: AuditRepository,
    private readonly jobs: JobScheduler,
    private readonly clock: Clock,
    private readonly config: AccountsConfig,
  ) {}

  /**
   * Everything goes on until the deletion begins, but everybody sees when that is.
   * @throws AppError `conflict` when it was asked for before, `not_found`
   */
  request(
    call: ForwardedCall,
    organizationId: string,
    { graceDays = this.config.CAPTURE_ORGANIZATION_DELETION_DAYS }: { graceDays?: number | undefined } = {},
  ): Promise<OrganizationDeletionDto> {
    return this.database.run(async () => {
      const { name } = await this.rows.lock(organizationId);
      if (await this.deletions.find(organizationId))
        throw new AppError('conflict', 'This organization is to be deleted already. Take that back first.');
      const asked = { organizationId, requestedBy: actorOf(call.principal), ip: call.ip, graceDays };
      const deletion = newDeletion(asked, this.clock.now());
      await this.deletions.insert(deletion);
      await this.organizations.scheduleDeletion(organizationId, deletion.dueAt);
      await this.tell('requested', deletion, name);
      await this.record(call, deletion, 'organization.deletion_requested');
      if (graceDays === 0)
        this.database.onCommit(() => void this.jobs.runNow(OrganizationDeletionJobs, 'carryOn'));
      return toOrganizationDeletion(deletion);
    });
  }

  /** @throws AppError `invalid_input` for another name or password, `password_sign_in_required`, and as `request`. */
  async requestAsOwner(
    call: ForwardedCall,
    member: MemberPrincipal,
    { name, currentPassword }: DeleteOwnOrganizationDto,
  ): Promise<OrganizationDeletionDto> {
    const { organizationId } = member;
    if ((await this.rows.get(organizationId)).name !== name.trim())
      throw invalidField('name', 'not_allowed', 'The organization is not called this.');
    return this.proof.withPassword(member, call.ip, currentPassword, () =>
      this.request(call, organizationId),
    );
  }

  /** @throws AppError `not_found` when nobody has asked for it, `conflict` once it has begun */
  cancel(call: ForwardedCall, organizationId: string): Promise<void> {
    return this.database.run(async () => {
      const { name } = await this.rows.lock(organizationId);
      const deletion = await this.require(organizationId);
      await this.deletions.delete(deletion.id);
      await this.organizations.scheduleDeletion(organizationId, null);
      await this.mails.takeBack(deletion.id);
      await this.tell('canceled', deletion, name);
      await this.record(call, deletion, 'organization.deletion_canceled');
    });
  }

  async get(organizationId: string): Promise<OrganizationDeletionDto> {
    return toOrganizationDeletion(await this.require(organizationId));
  }

  /** @throws AppError `conflict` until everything is deleted */
  async receipt(organizationId: string): Promise<RawJson> {
    const { receipt } = await this.require(organizationId);
    if (receipt === null) throw new AppError('conflict', 'The receipt is signed once everything is deleted.');
    return new RawJson(receipt);
  }

  private async require(organizationId: string): Promise<OrganizationDeletion> {
    const deletion = await this.deletions.find(organizationId);
    if (!deletion) throw notFound('deletion');
    return deletion;
  }

  private tell(
    what: keyof typeof DELETION_MAILS,
    { id: about, organizationId, dueAt: deletionAt }: OrganizationDeletion,
    organizationName: string,
  ): Promise<void> {
    const mail = DELETION_MAILS[what]({ organizationName, deletionAt });
    return this.ownerMails.add(organizationId, mail, about);
  }

  private record(
    call: ForwardedCall,
    { id: deletionId, organizationId, dueAt }: OrganizationDeletion,
    action: string,
  ): Promise<void> {
    const detail = { deletionId, dueAt: dueAt.toISOString() };
    return this.audit.record(call, { organizationId, action, subject: organizationId, detail });
  }
}
