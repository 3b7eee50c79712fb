import { Injectable, Logger } from '@nestjs/common';
import { CallBatcher, Database, waitedTooLong } from '@capture/persistence';
import { Clock } from '@capture/platform';
import type { EndpointHealth } from '../../endpoints/endpoint.model.js';
import { OutcomeRepository, type Outcome } from '../queue/outcome.repository.js';
import { OrganizationWaker } from '../queue/organization-waker.js';

/** Outcomes in one statement. */
const MOST = 400;

/** Records outcomes together: those that come while a statement is under way go into the next one. */
@Injectable()
export class OutcomeRecorder {
  private readonly logger = new Logger(OutcomeRecorder.name);
  private readonly batches = new CallBatcher<Outcome, EndpointHealth | undefined>({
    answer: (outcomes) => this.recordTogether(outcomes),
    most: MOST,
    keyOf: ({ deliveryId }) => deliveryId,
    onSplit: (err, { length: outcomes }) =>
      this.logger.warn({ err, outcomes }, 'outcomes are recorded one by one'),
  });

  constructor(
    private readonly database: Database,
    private readonly outcomes: OutcomeRepository,
    private readonly waker: OrganizationWaker,
    private readonly clock: Clock,
  ) {}

  /** The endpoint's health once the outcome is on record; undefined when the lease was lost. */
  record(outcome: Outcome): Promise<EndpointHealth | undefined> {
    return this.batches.call(outcome);
  }

  private async recordTogether(outcomes: readonly Outcome[]): Promise<(EndpointHealth | undefined)[]> {
    const health = await this.database.forEveryOrganization('workers deliver to all', () =>
      this.write(outcomes),
    );
    return outcomes.map(({ deliveryId }) => health.get(deliveryId));
  }

  /** Rows of one organization that stay locked keep no outcome from being recorded: the organizations are woken later then. */
  private async write(outcomes: readonly Outcome[]): Promise<Map<string, EndpointHealth>> {
    try {
      return await this.outcomes.record(outcomes, this.clock.now());
    } catch (error) {
      if (!waitedTooLong(error)) throw error;
    }
    const { health, organizationIds } = await this.outcomes.recordOnly(outcomes);
    this.waker.wake(organizationIds);
    return health;
  }
}
