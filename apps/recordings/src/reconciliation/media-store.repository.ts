import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

/** What the database says of its store. */
export interface MediaStoreRow {
  storeId: string;
  run: number;
  markedAt: Date | null;
}

const COLUMNS = 'store_id AS "storeId", run, marked_at AS "markedAt"';

@Injectable()
export class MediaStoreRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(): Promise<MediaStoreRow | undefined> {
    const [row] = await this.database.query<MediaStoreRow>(`SELECT ${COLUMNS} FROM media_store`);
    return row;
  }

  /** The number of the next run, above `least` as well. `storeId` is for a database that has no row yet. */
  async raise(storeId: string, least: number): Promise<MediaStoreRow> {
    const [row] = await this.database.query<MediaStoreRow>(
      `INSERT INTO media_store (name, store_id, run) VALUES ('media', $1, $2::int + 1)
       ON CONFLICT (name) DO UPDATE SET run = greatest(media_store.run, $2::int) + 1 RETURNING ${COLUMNS}`,
      storeId,
      least,
    );
    if (!row) throw new Error('the database gave the run no number');
    return row;
  }

  async noteMarked(now: Date): Promise<void> {
    await this.database.execute('UPDATE media_store SET marked_at = $1', now);
  }

  /** Whether there is, or was, one of these uploads. */
  async knowsAny(uploadIds: readonly string[]): Promise<boolean> {
    const rows = await this.database.query('SELECT 1 FROM upload WHERE id = ANY($1) LIMIT 1', uploadIds);
    return rows.length > 0;
  }
}
