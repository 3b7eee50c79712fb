import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

@Injectable()
export class InboxRepository {
  constructor(private readonly database: Database) {}

  /** False when the row exists. */
  async insert(consumer: string, eventId: string): Promise<boolean> {
    const added = await this.database.execute(
      'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      consumer,
      eventId,
    );
    return added > 0;
  }

  /** Deletes up to `limit` rows older than `before`; returns how many. */
  prune(before: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM inbox WHERE (consumer, event_id) IN
         (SELECT consumer, event_id FROM inbox WHERE processed_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      before,
      limit,
    );
  }
}
