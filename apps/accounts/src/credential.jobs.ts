import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { PeriodicJob } from '@capture/platform';
import { AccountsConfig } from './config.js';
import { CredentialRepository } from './credential.repository.js';

/** Gathers when keys were used and writes it now and then, so that no request waits for it. */
@Injectable()
export class KeyUse implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private uses = new Map<string, Date>();
  private readonly job: PeriodicJob;

  constructor(
    db: Database,
    private readonly credentials: CredentialRepository,
    config: AccountsConfig,
  ) {
    this.job = new PeriodicJob('key-use', config.CAPTURE_KEY_USAGE_FLUSH_MS, () =>
      db.forEveryOrganization('keys of all are used', () => this.flush()),
    );
  }

  note(keyId: string, at: Date): void {
    this.uses.set(keyId, at);
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
    await this.job.runNow();
  }

  private async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    await this.credentials.touch(uses);
  }
}
