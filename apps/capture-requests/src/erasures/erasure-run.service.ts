import { Injectable } from '@nestjs/common';
import type { ErasingService } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Audit, ChangeNotices } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock, SigningKey } from '@capture/platform';
import {
  completed,
  counted,
  nextStep,
  receiptOf,
  stepDone,
  type Counts,
  type Erasure,
} from './erasure.model.js';
import { noticeOf } from './erasure-notice.js';
import { ErasureRepository } from './erasure.repository.js';
import { RosterErasure } from './roster-erasure.service.js';

/** Takes the steps of an erasure. Each is recorded when it is done and safe to repeat when that is lost. */
@Injectable()
export class ErasureRun {
  constructor(
    private readonly database: Database,
    private readonly erasures: ErasureRepository,
    private readonly roster: RosterErasure,
    private readonly commands: Commands,
    private readonly signing: SigningKey,
    private readonly audit: Audit,
    private readonly notices: ChangeNotices,
    private readonly clock: Clock,
  ) {}

  /** To its end, unless a service has more to erase: then others may have their turn first. Must run for its organization. */
  async carryOn(organizationId: string, id: string): Promise<'ended' | 'more'> {
    for (;;) {
      const erasure = await this.erasures.find(organizationId, id);
      const { email, ip } = erasure ?? {};
      if (!erasure || typeof email !== 'string' || typeof ip !== 'string') return 'ended';
      const { requestedBy: actor } = erasure;
      if ((await this.audit.runAs({ actor, ip }, () => this.step(erasure, { email, ip }))) === 'more')
        return 'more';
    }
  }

  private async step(erasure: Erasure, person: { email: string; ip: string }): Promise<'done' | 'more'> {
    const service = nextStep(erasure);
    if (service === undefined) await this.complete(erasure);
    else {
      const counts = await this.erase(erasure, service, person);
      if (counts === 'more') return 'more';
      await this.finish(erasure, service, counts);
    }
    return 'done';
  }

  /** What is to be counted on top of what the step has recorded itself. */
  private async erase(
    erasure: Erasure,
    service: ErasingService,
    { email, ip }: { email: string; ip: string },
  ): Promise<Counts | 'more'> {
    const { id: erasureId, organizationId } = erasure;
    const payload = { organizationId, erasureId, email, inTurns: true };
    switch (service) {
      case 'capture-requests':
        await this.roster.erase(erasure, { email, ip });
        return {};
      case 'webhooks': {
        const { counts, more } = await this.commands.send('webhooks.erase_person', payload);
        return more === true ? 'more' : counts;
      }
      case 'accounts':
        return (await this.commands.send('accounts.erase_person', payload)).counts;
    }
  }

  /** Another process may have finished the step meanwhile: it is counted once. */
  private finish({ organizationId, id }: Erasure, service: ErasingService, counts: Counts): Promise<void> {
    return this.database.run(async () => {
      const erasure = await this.erasures.lock(organizationId, id);
      if (!erasure || nextStep(erasure) !== service) return;
      const now = this.clock.now();
      await this.erasures.save(stepDone(counted(erasure, service, counts), service, now), now);
      this.notices.tell(noticeOf(organizationId, id));
    });
  }

  private complete({ organizationId, id }: Erasure): Promise<void> {
    return this.database.run(async () => {
      const erasure = await this.erasures.lock(organizationId, id);
      if (!erasure || erasure.completedAt !== null) return;
      const now = this.clock.now();
      const receipt = receiptOf(erasure, now);
      await this.erasures.save(completed(erasure, JSON.stringify(this.signing.sign(receipt)), now), now);
      const detail = { receiptId: receipt.id };
      this.audit.record(organizationId, { action: 'erasure.completed', subject: id, detail });
      this.notices.tell(noticeOf(organizationId, id));
    });
  }
}
