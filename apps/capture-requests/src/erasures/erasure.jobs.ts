import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import type { CaptureRequestsConfig } from '../config.js';
import { ErasureRepository, type DueErasure } from './erasure.repository.js';
import { ErasureRun } from './erasure-run.service.js';

const BATCH = 10;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Carries erasures on until every service has erased: what broke off is taken up again, in any process. */
@Injectable()
export class ErasureJobs {
  private readonly logger = new Logger(ErasureJobs.name);

  constructor(
    private readonly database: Database,
    private readonly erasures: ErasureRepository,
    private readonly run: ErasureRun,
    private readonly clock: Clock,
  ) {}

  @Every((config: CaptureRequestsConfig) => config.CAPTURE_DISPOSALS_EVERY_MS)
  carryOn(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('erasures are under way in every organization', async () => {
      while (!signal.aborted) {
        const due = await this.erasures.claim(this.clock.now(), BATCH);
        const came = await Promise.all(due.map((erasure) => this.carry(erasure)));
        if (due.length < BATCH && !came.includes('more')) return;
      }
    });
  }

  private async carry({ id, organizationId, attempts }: DueErasure): Promise<'ended' | 'more' | 'failed'> {
    try {
      const came = await this.database.forOrganization(organizationId, () =>
        this.run.carryOn(organizationId, id),
      );
      if (came === 'more') await this.erasures.putBack(id, this.clock.now());
      return came;
    } catch (error) {
      const backoffMs = Math.min(1000 * 2 ** (attempts - 1), MAX_BACKOFF_MS);
      this.logger.warn(
        { err: error, erasureId: id, attempts },
        'an erasure broke off; it will be carried on',
      );
      await this.erasures.postpone(id, new Date(this.clock.now().getTime() + backoffMs));
      return 'failed';
    }
  }
}
