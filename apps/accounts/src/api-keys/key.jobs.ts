import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { KeyRepository } from './key.repository.js';

const CLEANING_MS = 60 * 60_000;

@Injectable()
export class KeyJobs {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRepository,
    private readonly clock: Clock,
    private readonly config: AccountsConfig,
  ) {}

  /** Deletes texts that were rotated out long ago. A key keeps its current one, also when it is revoked. */
  @Every(CLEANING_MS)
  async deleteEndedSecrets(signal: AbortSignal): Promise<void> {
    const before = this.clock.daysAgo(this.config.CAPTURE_KEY_SECRET_KEEP_DAYS);
    await this.database.forEveryOrganization('keys of all are rotated', () =>
      inBatches(signal, (limit) => this.keys.deleteSecretsEnded(before, limit)),
    );
  }
}
