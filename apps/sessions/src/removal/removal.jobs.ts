import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import { Database } from '@capture/persistence';
import { RemovalService } from './removal.service.js';

const CLEANING_MS = 60 * 60_000;

@Injectable()
export class RemovalJobs {
  constructor(
    private readonly database: Database,
    private readonly removal: RemovalService,
  ) {}

  @Every(CLEANING_MS)
  clean(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('sign-ins of all grow old', () =>
      this.removal.forgetOldSignIns(signal),
    );
  }
}
