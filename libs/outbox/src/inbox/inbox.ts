import { Injectable } from '@nestjs/common';
import { Database, type Together } from '@capture/persistence';
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
      const [added] = await this.rows.insert(consumer, [eventId]);
      if (added.size > 0) await effect();
      return added.size > 0;
    });
  }

  /**
   * The same for several events in one transaction. `effect` gets those that are new to the consumer, in the order given.
   * @param ahead statements that `effect` needs the rows of; they run whether or not an event is new
   */
  async onceForEach<Event extends { id: string }, Rows extends unknown[][] = []>(
    consumer: string,
    events: readonly Event[],
    effect: (added: readonly Event[], ...rows: Rows) => void | Promise<void>,
    ...ahead: Together<Rows>
  ): Promise<void> {
    const byId = new Map(events.map((event) => [event.id, event]));
    await this.database.run(async () => {
      const [added, ...rows] = await this.rows.insert<Rows>(consumer, [...byId.keys()], ...ahead);
      const events = [...byId.values()].filter(({ id }) => added.has(id));
      if (events.length > 0) await effect(events, ...rows);
    });
  }
}
