import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

@Injectable()
export class ClockRepository {
  constructor(private readonly database: Database) {}

  /** The database's time, Unix milliseconds with fractions; not the start of the transaction. */
  async read(): Promise<number> {
    const [row] = await this.database.prepared<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    if (!row) throw new Error('the database told no time');
    return row.ms;
  }
}
