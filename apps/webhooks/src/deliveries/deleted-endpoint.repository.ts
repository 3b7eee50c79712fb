import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

/** From where the last batch ended, so that no batch walks over what those before it left for the vacuum. */
export const NEXT_DELIVERIES =
  'SELECT id FROM delivery WHERE endpoint_id = $1 AND id > $2 ORDER BY id LIMIT $3';
export const REMOVE_QUEUED = 'DELETE FROM queue_item WHERE delivery_id = ANY($1::text[])';
/** Attempts go along by their foreign key. */
export const REMOVE_DELIVERIES = 'DELETE FROM delivery WHERE id = ANY($1::text[])';

/** Deletion of endpoints in two steps: the endpoint at once, its deliveries later and a few at a time. */
@Injectable()
export class EndpointDeletionRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  /**
   * Deletes the endpoint with its secrets, and notes that its deliveries are to follow; false when there is none. Whoever
   * adds deliveries has locked the endpoint, so none comes after this.
   */
  async delete(organizationId: string, id: string, now: Date): Promise<boolean> {
    const { count } = await this.db.client.endpoint.deleteMany({ where: { id, organizationId } });
    if (count === 0) return false;
    await this.db.client.deletedEndpoint.create({ data: { id, organizationId, deletedAt: now } });
    return true;
  }

  /**
   * Removes up to `most` deliveries of one deleted endpoint, and forgets it with the last of them; false when no endpoint
   * waits. To be run in a transaction under `lockRemovals`: queued deliveries go first, in the order in which an attempt's
   * outcome locks them.
   */
  async removeNext(most: number): Promise<boolean> {
    const [endpoint] = await this.db.query<{ id: string; removedUpTo: string }>(
      `SELECT id, removed_up_to AS "removedUpTo" FROM deleted_endpoint ORDER BY id LIMIT 1`,
    );
    if (!endpoint) return false;
    const rows = await this.db.query<{ id: string }>(
      NEXT_DELIVERIES,
      endpoint.id,
      endpoint.removedUpTo,
      most,
    );
    const ids = rows.map(({ id }) => id);
    await this.db.execute(REMOVE_QUEUED, ids);
    await this.db.execute(REMOVE_DELIVERIES, ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < most)
      await this.db.execute('DELETE FROM deleted_endpoint WHERE id = $1', endpoint.id);
    else
      await this.db.execute(
        'UPDATE deleted_endpoint SET removed_up_to = $2 WHERE id = $1',
        endpoint.id,
        last,
      );
    return true;
  }
}
