import { Injectable } from '@nestjs/common';
import type { ErasePerson } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { addressPattern } from './address-pattern.model.js';
import { ErasureRepository, type PersonErasure } from './erasure.repository.js';

/** Takes an address out of what the log of deliveries quotes: bodies of events, and what receivers answered (ADR 44). */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly erasures: ErasureRepository,
    private readonly clock: Clock,
  ) {}

  /** In one transaction with its counts, by which a repeat is answered. */
  erase({ organizationId, erasureId: id, email }: ErasePerson): Promise<PersonErasure['counts']> {
    const pattern = addressPattern(email);
    return this.database.run(async () => {
      await this.erasures.lock(id);
      const known = await this.erasures.countsOf(organizationId, id);
      if (known) return known;
      const counts = {
        events: await this.erasures.eraseFromEvents(organizationId, pattern),
        attempts: await this.erasures.eraseFromAttempts(organizationId, pattern),
      };
      await this.erasures.insert({ id, organizationId, counts, erasedAt: this.clock.now() });
      return counts;
    });
  }
}
