import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

/** Starts where the last batch ended, so that no batch scans the dead rows of those before it. */
export const NEXT_DELIVERIES =
  'SELECT id FROM delivery WHERE endpoint_id = $1 AND id > $2 ORDER BY id LIMIT $3';
export const REMOVE_QUEUED = 'DELETE FROM queue_item WHERE delivery_id = ANY($1::text[])';
/** Deletes their attempts too, by foreign key. */
export const REMOVE_DELIVERIES = 'DELETE FROM delivery WHERE id = ANY($1::text[])';

/** Deliveries of endpoints that are deleted already: removed later and in batches. */
@Injectable()
export class DeletedEndpointRepository {
  constructor(private readonly database: Database) {}

  /**
   * Removes up to `most` deliveries of one deleted endpoint, and with the last of them the note about it; false when there is
   * no deleted endpoint left. Run it in a transaction after `lockRemovals`. Queued deliveries go first: the order in which
   * recording an attempt locks the same rows.
   */
  async removeNext(most: number): Promise<boolean> {
    const [endpoint] = await this.database.query<{ id: string; removedUpTo: string }>(
      `SELECT id, removed_up_to AS "removedUpTo" FROM deleted_endpoint ORDER BY id LIMIT 1`,
    );
    if (!endpoint) return false;
    const rows = await this.database.query<{ id: string }>(
      NEXT_DELIVERIES,
      endpoint.id,
      endpoint.removedUpTo,
      most,
    );
    const ids = rows.map(({ id }) => id);
    await this.database.execute(REMOVE_QUEUED, ids);
    await this.database.execute(REMOVE_DELIVERIES, ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < most)
      await this.database.execute('DELETE FROM deleted_endpoint WHERE id = $1', endpoint.id);
    else
      await this.database.execute(
        'UPDATE deleted_endpoint SET removed_up_to = $2 WHERE id = $1',
        endpoint.id,
        last,
      );
    return true;
  }
}
