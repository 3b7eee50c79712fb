import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { InboxRepository } from './inbox.repository.js';

/** Makes the effect of an event happen once, however often the event is delivered. */
@Injectable()
export class Inbox {
  constructor(
    private readonly database: Database,
    private readonly rows: InboxRepository,
  ) {}

  /**
   * Runs `effect` and remembers the event in one transaction. False when the effect had been done before.
   * @param consumer Stable name of the effect, unique in its service.
   */
  once(consumer: string, eventId: string, effect: () => Promise<void>): Promise<boolean> {
    return this.database.run(async () => {
      // A twin that is running blocks here until it has committed or rolled back.
      if (!(await this.rows.insert(consumer, eventId))) return false;
      await effect();
      return true;
    });
  }
}
