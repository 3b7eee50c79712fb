import { Injectable } from '@nestjs/common';
import {
  actorOf,
  AppError,
  isId,
  notFound,
  RawJson,
  readPage,
  requireAddressForm,
  type ForwardedCall,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Audit, ChangeNotices } from '@capture/outbox';
import { Database, IdempotentEffect } from '@capture/persistence';
import { Clock, JobScheduler } from '@capture/platform';
import { toErasure, type ErasureDto } from './erasure.dto.js';
import { ErasureJobs } from './erasure.jobs.js';
import { noticeOf } from './erasure-notice.js';
import { newErasure, type Erasure } from './erasure.model.js';
import { ErasureRepository } from './erasure.repository.js';

/** Erasures in an organization, asked for by its members or by an operator (ADR 44). */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly effect: IdempotentEffect,
    private readonly erasures: ErasureRepository,
    private readonly commands: Commands,
    private readonly jobs: JobScheduler,
    private readonly audit: Audit,
    private readonly notices: ChangeNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Records what is to be erased; the job does it, from the commit on. An address that nothing is known of is erased like
   * any other: the receipt says that nothing was left.
   * @throws AppError `conflict` for the address of a member, `not_found` for an organization that there is not.
   */
  async begin(
    { principal, ip }: ForwardedCall,
    organizationId: string,
    address: string,
  ): Promise<ErasureDto> {
    const email = requireAddressForm(address);
    const requestedBy = actorOf(principal);
    if (!isId('organization', organizationId)) throw notFound('organization');
    const { present } = await this.commands.send('accounts.find_member', { organizationId, email });
    if (present)
      throw new AppError('conflict', 'This person is a member: remove them from the members first.');
    return this.effect.commit(() =>
      this.database.run(async () => {
        const erasure = newErasure({ organizationId, email, requestedBy, ip }, this.clock.now());
        await this.erasures.insert(erasure);
        this.audit.record(organizationId, { action: 'erasure.requested', subject: erasure.id });
        this.notices.tell(noticeOf(organizationId, erasure.id));
        this.database.onCommit(() => void this.jobs.runNow(ErasureJobs, 'carryOn'));
        return toErasure(erasure);
      }),
    );
  }

  list(organizationId: string, query: PageQuery): Promise<Page<ErasureDto>> {
    return readPage(query, this.erasures.listed(organizationId), toErasure);
  }

  async get(organizationId: string, id: string): Promise<ErasureDto> {
    return toErasure(await this.require(organizationId, id));
  }

  /** @throws AppError `conflict` until everything is erased. */
  async receipt(organizationId: string, id: string): Promise<RawJson> {
    const { receipt } = await this.require(organizationId, id);
    if (receipt === null) throw new AppError('conflict', 'The receipt is signed once everything is erased.');
    return new RawJson(receipt);
  }

  private async require(organizationId: string, id: string): Promise<Erasure> {
    const erasure = await this.erasures.find(organizationId, id);
    if (!erasure) throw notFound('erasure');
    return erasure;
  }
}
