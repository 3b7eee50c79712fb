import { setTimeout as rest } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, type ErasedPerson, type ErasePerson } from '@capture/contracts';
import { DeadLetters } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { addressPattern, ERASED, type AddressPattern } from './address-pattern.model.js';
import { ErasureRepository, type Progress } from './erasure.repository.js';
import { FIRST_SEARCH, nextSearch } from './search-size.model.js';

/** How long one call goes on: half of the time that its caller waits. */
const GOES_ON_MS = 5_000;
/** It rests for as long as a search took: other work has half of the database's time. */
const LONGEST_REST_MS = 1_000;
const BEGIN: Progress = { counts: { events: 0, attempts: 0 }, after: '0' };

/** Takes an address out of what the log of deliveries quotes, or will: bodies of events, and what receivers answered (ADR 44). */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly erasures: ErasureRepository,
    private readonly letters: DeadLetters,
    private readonly clock: Clock,
  ) {}

  /**
   * Goes through the organization's events some at a time, each time in one transaction with the counts. A repeat goes on where
   * the call before ended or broke off; one after the end is answered by the counts.
   * @throws AppError `service_unavailable` when there is more to do, to a caller who does not ask in turns
   */
  async erase({ organizationId, erasureId: id, email, inTurns }: ErasePerson): Promise<ErasedPerson> {
    const pattern = addressPattern(email);
    const endsAt = this.clock.now().getTime() + GOES_ON_MS;
    for (let size = FIRST_SEARCH; ;) {
      const begunAt = performance.now();
      const { counts, after } = await this.database.runDirectly(
        () => this.goOn(organizationId, id, pattern, size),
        { walksIndexes: true },
      );
      const tookMs = performance.now() - begunAt;
      size = nextSearch(size, tookMs);
      if (after === null) return { counts };
      if (this.clock.now().getTime() < endsAt) {
        await rest(Math.min(tookMs, LONGEST_REST_MS));
        continue;
      }
      if (inTurns !== true)
        throw new AppError('service_unavailable', 'There are more events to go through. Ask again.', {
          retryAfterSec: 1,
        });
      return { counts, more: true };
    }
  }

  /** Searches the next events, so many at most, with the attempts of their deliveries. */
  private async goOn(
    organizationId: string,
    id: string,
    pattern: AddressPattern,
    size: number,
  ): Promise<Progress> {
    await this.erasures.lock(id);
    const before = (await this.erasures.progressOf(organizationId, id)) ?? BEGIN;
    const { counts, after } = before;
    if (after === null) return before;
    const last = await this.erasures.positionAfter(organizationId, after, size);
    const range = { organizationId, after, last };
    const unlogged = last === null ? await this.eraseUnlogged(organizationId, pattern) : 0;
    const events = counts.events + unlogged + (await this.erasures.eraseFromEvents(range, pattern));
    const attempts = counts.attempts + (await this.erasures.eraseFromAttempts(range, pattern));
    const progress = { counts: { events, attempts }, after: last };
    await this.erasures.save(organizationId, id, progress, this.clock.now());
    return progress;
  }

  /** Of facts that are not in the log yet: those that wait for an earlier one, and those that were given up and may be redriven. */
  private async eraseUnlogged(organizationId: string, pattern: AddressPattern): Promise<number> {
    const early = await this.erasures.eraseFromEarlyFacts(organizationId, pattern);
    return early + (await this.letters.replaceText(organizationId, pattern, ERASED));
  }
}
