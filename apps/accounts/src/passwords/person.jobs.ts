import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { PersonRepository } from './person.repository.js';

const CLEANING_MS = 60 * 60_000;

@Injectable()
export class PersonJobs {
  constructor(
    private readonly database: Database,
    private readonly persons: PersonRepository,
    private readonly clock: Clock,
    private readonly config: AccountsConfig,
  ) {}

  /** Forgets the passwords of people who left their last organization. */
  @Every(CLEANING_MS)
  async forgetGone(signal: AbortSignal): Promise<void> {
    const before = this.clock.daysAgo(this.config.CAPTURE_PERSON_KEEP_DAYS);
    await this.database.forEveryOrganization('people leave every organization', () =>
      inBatches(signal, (limit) => this.persons.deleteGone(before, limit)),
    );
  }
}
