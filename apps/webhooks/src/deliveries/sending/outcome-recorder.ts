import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@capture/platform';
import type { EndpointHealth } from '../../endpoints/endpoint.model.js';
import { OutcomeRepository, type Outcome } from '../queue/outcome.repository.js';

/** Outcomes in one statement. */
const MOST = 400;

interface Waiting {
  outcome: Outcome;
  resolve: (health: EndpointHealth | undefined) => void;
  reject: (error: unknown) => void;
}

/** Records outcomes together: those that come while a statement is under way go into the next one. */
@Injectable()
export class OutcomeRecorder {
  private readonly logger = new Logger(OutcomeRecorder.name);
  private waiting: Waiting[] = [];
  private recording = false;

  constructor(
    private readonly outcomes: OutcomeRepository,
    private readonly clock: Clock,
  ) {}

  /** The endpoint's health once the outcome is on record; undefined when the lease was lost. */
  record(outcome: Outcome): Promise<EndpointHealth | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ outcome, resolve, reject });
      void this.recordAll();
    });
  }

  private async recordAll(): Promise<void> {
    if (this.recording) return;
    this.recording = true;
    // What ends in the same turn of the event loop goes together.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.recordBatch(this.waiting.splice(0, MOST));
    this.recording = false;
  }

  private async recordBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.recordTogether(batch);
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      this.logger.warn({ err: error, outcomes: batch.length }, 'outcomes are recorded one by one');
      await Promise.all(batch.map((one) => this.recordTogether([one]).catch(one.reject)));
    }
  }

  private async recordTogether(batch: readonly Waiting[]): Promise<void> {
    const health = await this.outcomes.record(
      batch.map(({ outcome }) => outcome),
      this.clock.now(),
    );
    for (const { outcome, resolve } of batch) resolve(health.get(outcome.deliveryId));
  }
}
