import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { traceHeaders } from '@capture/platform';
import { OutboxRelay } from './outbox.relay.js';
import { insertStatement } from './outbox.repository.js';

/** Takes the events of a use case and publishes them once their transaction has committed. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Adds an event to the running transaction: it is published if and only if that commits.
   * @throws Error outside of `Database.run`: a fact and its event are committed together or not at all.
   */
  add(event: EventEnvelope): void {
    if (!this.database.inTransaction) throw new Error(`${event.type} was added outside a transaction`);
    this.database.gather(this, { event, headers: traceHeaders() }, insertStatement);
    this.database.onCommit(() => this.relay.wake());
  }
}
