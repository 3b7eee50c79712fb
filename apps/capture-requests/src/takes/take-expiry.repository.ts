import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Take } from './take.model.js';
import { TAKE_COLUMNS, type DeletedTake } from './take.repository.js';

/** Takes whose time is over. */
@Injectable()
export class TakeExpiryRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Open takes without a known part that nobody has asked for since `before`, longest first. */
  findEmpty(before: Date, limit: number): Promise<Take[]> {
    return this.database.query<Take>(
      `SELECT ${TAKE_COLUMNS} FROM take WHERE state = 'open' AND empty_since <= $1 ORDER BY empty_since LIMIT $2`,
      before,
      limit,
    );
  }

  /** Deletes a take that still has no known part and was not asked for since. */
  async deleteEmpty({ id, emptySince }: Take): Promise<boolean> {
    const { count } = await this.database.client.take.deleteMany({
      where: { id, state: 'open', emptySince },
    });
    return count === 1;
  }

  /** Refuses such a take instead. What stays of it is which recording it was and what it would have replaced. */
  async refuseEmpty({ id, emptySince }: Take): Promise<boolean> {
    const { count } = await this.database.client.take.updateMany({
      where: { id, state: 'open', emptySince },
      data: {
        state: 'refused',
        refusal: 'link_expired',
        emptySince: null,
        displayName: '',
        manifest: '{}',
        digests: null,
      },
    });
    return count === 1;
  }

  /**
   * Deletes takes that were opened before `openedBefore` and were never completed, and open ones whose request closed before
   * `closedBefore`; answers them as they were.
   */
  deleteExpired(openedBefore: Date, closedBefore: Date, limit: number): Promise<DeletedTake[]> {
    return this.database.query<DeletedTake>(
      `DELETE FROM take WHERE id = ANY (ARRAY(
         SELECT t.id FROM take t LEFT JOIN capture_request c ON c.id = t.capture_request_id
         WHERE t.state IN ('open', 'refused') AND t.accepted_at IS NULL AND t.opened_at < $1 OR t.state = 'open' AND c.closed_at < $2
         LIMIT $3 FOR UPDATE OF t SKIP LOCKED))
       RETURNING id, organization_id AS "organizationId", state`,
      openedBefore,
      closedBefore,
      limit,
    );
  }

  /**
   * Deletes up to `limit` takes that were completed before `time`, accepted or refused; returns how many. Submissions stay.
   */
  deleteCompleted(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM take WHERE id = ANY
         (ARRAY(SELECT id FROM take WHERE state IN ('submitted', 'refused') AND opened_at < $1 AND accepted_at < $1
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }
}
