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
  carryOn(): Promise<void> {
    return this.database.forEveryOrganization('erasures are under way in every organization', async () => {
      for (;;) {
        const due = await this.erasures.claim(this.clock.now(), BATCH);
        await Promise.all(due.map((erasure) => this.carry(erasure)));
        if (due.length < BATCH) return;
      }
    });
  }

  private async carry({ id, organizationId, attempts }: DueErasure): Promise<void> {
    try {
      await this.database.forOrganization(organizationId, () => this.run.toItsEnd(organizationId, id));
    } catch (error) {
      const backoffMs = Math.min(1000 * 2 ** (attempts - 1), MAX_BACKOFF_MS);
      this.logger.warn(
        { err: error, erasureId: id, attempts },
        'an erasure broke off; it will be carried on',
      );
      await this.erasures.postpone(id, new Date(this.clock.now().getTime() + backoffMs));
    }
  }
}
