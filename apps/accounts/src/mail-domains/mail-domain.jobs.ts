import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { CHECKED_EVERY_MS } from './mail-domain.model.js';
import { MailDomainRepository } from './mail-domain.repository.js';
import { MailDomainService } from './mail-domain.service.js';

const LOOK_MS = 10 * 60_000;
/** Look-ups at once. Each takes 5 seconds at most. */
const BATCH = 10;

/** Looks proven domains up again, each once a day in whichever process. */
@Injectable()
export class MailDomainJobs {
  private readonly logger = new Logger(MailDomainJobs.name);

  constructor(
    private readonly database: Database,
    private readonly domains: MailDomainRepository,
    private readonly service: MailDomainService,
    private readonly clock: Clock,
  ) {}

  @Every(LOOK_MS)
  checkAgain(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('domains of all are looked up', async () => {
      while (!signal.aborted) {
        const now = this.clock.now();
        const due = await this.domains.claim(now, new Date(now.getTime() - CHECKED_EVERY_MS), BATCH);
        await Promise.all(due.map((domain) => this.check(domain)));
        if (due.length < BATCH) return;
      }
    });
  }

  /** A fault with one waits for its next day, and keeps none of the others. */
  private async check(domain: Parameters<MailDomainService['checkAgain']>[0]): Promise<void> {
    const { organizationId } = domain;
    try {
      await this.database.forOrganization(organizationId, () => this.service.checkAgain(domain));
    } catch (error) {
      this.logger.warn({ err: error, organizationId }, 'a proven domain could not be looked up again');
    }
  }
}
