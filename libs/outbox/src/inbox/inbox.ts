import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { InboxRepository } from './inbox.repository.js';

/** Makes an event take effect once, however often it is delivered. */
@Injectable()
export class Inbox {
  constructor(
    private readonly database: Database,
    private readonly rows: InboxRepository,
  ) {}

  /**
   * Runs `effect` and records the event in one transaction. Returns false when the event had its effect before.
   * @param consumer Stable name of the effect, unique in its service.
   */
  once(consumer: string, eventId: string, effect: () => Promise<void>): Promise<boolean> {
    return this.database.run(async () => {
      // Blocks while another delivery of the event holds the row, until that one commits or rolls back.
      if (!(await this.rows.insert(consumer, eventId))) return false;
      await effect();
      return true;
    });
  }
}
