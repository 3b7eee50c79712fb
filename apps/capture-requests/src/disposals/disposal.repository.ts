import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';

type DisposalReason = 'replaced' | 'discarded' | 'aborted';

/** A recording to delete, or an upload to abort (reason `aborted`). */
export interface Disposal {
  targetId: string;
  organizationId: string;
  reason: DisposalReason;
}

export type DueDisposal = Disposal & { attempts: number };

@Injectable()
export class DisposalRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(disposals: Disposal[], now: Date): Promise<void> {
    const data = disposals.map((disposal) => ({ ...disposal, nextAttemptAt: now }));
    await this.database.client.disposal.createMany({ data, skipDuplicates: true });
  }

  /** Leases due rows for `leaseMs`; afterwards another process may claim them. */
  claim(now: Date, leaseMs: number, limit: number): Promise<DueDisposal[]> {
    return this.database.query<DueDisposal>(
      `UPDATE disposal SET attempts = attempts + 1, next_attempt_at = $2
       WHERE target_id = ANY (ARRAY(SELECT target_id FROM disposal WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING target_id AS "targetId", organization_id AS "organizationId", reason, attempts`,
      now,
      new Date(now.getTime() + leaseMs),
      limit,
    );
  }

  async done(targetId: string): Promise<void> {
    await this.database.client.disposal.deleteMany({ where: { targetId } });
  }

  async postpone(targetId: string, until: Date): Promise<void> {
    await this.database.client.disposal.updateMany({ where: { targetId }, data: { nextAttemptAt: until } });
  }
}
