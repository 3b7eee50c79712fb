import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement, type Together } from '@capture/persistence';

@Injectable()
export class InboxRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds rows, always in the same order, and runs `more` after that. Returns the events whose row did not exist, and the rows
   * of `more`.
   */
  async insert<Rows extends unknown[][]>(
    consumer: string,
    eventIds: readonly string[],
    ...more: Together<Rows>
  ): Promise<[ReadonlySet<string>, ...Rows]> {
    const [rows, ...others] = await this.database.together<[{ id: string }[], ...Rows]>(
      insertStatement(consumer, eventIds),
      ...more,
    );
    return [new Set(rows.map(({ id }) => id)), ...others];
  }
}

function insertStatement(consumer: string, eventIds: readonly string[]): PreparedStatement {
  const sql = `INSERT INTO inbox (consumer, event_id) SELECT $1, id FROM unnest($2::text[]) AS event(id) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id AS id`;
  return { sql, values: [consumer, eventIds] };
}
