import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { WebhooksConfig } from '../config.js';
import { EndpointRepository } from './endpoint.repository.js';

@Injectable()
export class EndpointJobs {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointRepository,
    private readonly clock: Clock,
  ) {}

  @Every((config: WebhooksConfig) => config.CAPTURE_WEBHOOK_HOUSEKEEPING_MS)
  deleteExpiredSecrets(): Promise<number> {
    return this.database.forEveryOrganization('secrets of all expire', () =>
      this.endpoints.deleteExpiredSecrets(this.clock.now()),
    );
  }
}
