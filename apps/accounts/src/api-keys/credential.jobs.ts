import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Every } from '@capture/platform';
import type { AccountsConfig } from '../config.js';
import { CredentialRepository } from './credential.repository.js';
import { KeyUses } from './key-uses.js';

@Injectable()
export class CredentialJobs {
  constructor(
    private readonly database: Database,
    private readonly uses: KeyUses,
    private readonly credentials: CredentialRepository,
  ) {}

  /** Writes when keys were last used; what was noted since the last run is written when the process stops. */
  @Every((config: AccountsConfig) => config.CAPTURE_KEY_USAGE_FLUSH_MS, { onShutdown: true })
  async flushUses(): Promise<void> {
    const uses = this.uses.drain();
    if (uses.size === 0) return;
    await this.database.forEveryOrganization('keys of all are used', () => this.credentials.touch(uses));
  }
}
