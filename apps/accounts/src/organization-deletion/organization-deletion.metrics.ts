import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Metrics } from '@capture/platform';
import { OrganizationDeletionRepository } from './organization-deletion.repository.js';

/** How long deletions take, which an alert watches. Read when metrics are collected. */
@Injectable()
export class OrganizationDeletionMetrics {
  constructor(deletions: OrganizationDeletionRepository, clock: Clock, database: Database, metrics: Metrics) {
    const overdueSec = {
      name: 'capture_organization_deletion_overdue_seconds',
      help: 'Since the oldest deletion of an organization that is not completed was to begin',
    };
    metrics.gauges({ overdueSec }, () =>
      database.forEveryOrganization('alerts watch all', async () => ({
        overdueSec: await deletions.overdueSec(clock.now()),
      })),
    );
  }
}
