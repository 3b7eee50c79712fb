import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

@Injectable()
export class InboxRepository {
  constructor(private readonly database: Database) {}

  /** Adds rows, always in the same order. Returns the events whose row did not exist. */
  async insert(consumer: string, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.prepared<{ id: string }>(
      `INSERT INTO inbox (consumer, event_id) SELECT $1, id FROM unnest($2::text[]) AS event(id) ORDER BY id
       ON CONFLICT DO NOTHING RETURNING event_id AS id`,
      consumer,
      eventIds,
    );
    return new Set(rows.map(({ id }) => id));
  }
}
