import { Injectable } from '@nestjs/common';
import { isId, type PageSource } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { Erasure as Row, Prisma, PrismaClient } from '../generated/prisma/client.js';
import type { Erasure } from './erasure.model.js';

/** Longer than a command takes. Two processes that carry on one erasure would do no harm. */
const LEASE_MS = 15_000;

export type DueErasure = Pick<Row, 'id' | 'organizationId' | 'attempts'>;

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

function toModel({ attempts: _attempts, nextAttemptAt: _next, ...row }: Row): Erasure {
  return {
    ...row,
    steps: row.steps as unknown as Erasure['steps'],
    footage: row.footage as unknown as Erasure['footage'],
  };
}

function toColumns(erasure: Erasure) {
  return {
    ...erasure,
    steps: erasure.steps as unknown as Prisma.InputJsonArray,
    footage: erasure.footage as unknown as Prisma.InputJsonArray,
  };
}

@Injectable()
export class ErasureRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Due at once. */
  async insert(erasure: Erasure): Promise<void> {
    const data = { ...toColumns(erasure), nextAttemptAt: erasure.requestedAt };
    await this.database.client.erasure.create({ data });
  }

  /** Renews the lease of who carries it on; one that is completed is not carried on any more. */
  async save(erasure: Erasure, now: Date): Promise<void> {
    const nextAttemptAt = erasure.completedAt === null ? leaseEnd(now) : null;
    const data = { ...toColumns(erasure), attempts: 0, nextAttemptAt };
    await this.database.client.erasure.update({ where: { id: erasure.id }, data });
  }

  async find(organizationId: string, id: string): Promise<Erasure | undefined> {
    if (!isId('erasure', id)) return undefined;
    const row = await this.database.client.erasure.findFirst({ where: { id, organizationId } });
    return row ? toModel(row) : undefined;
  }

  /** Locks the row until the transaction ends. */
  async lock(organizationId: string, id: string): Promise<Erasure | undefined> {
    await this.database.query(
      'SELECT 1 FROM erasure WHERE id = $1 AND organization_id = $2 FOR UPDATE',
      id,
      organizationId,
    );
    return this.find(organizationId, id);
  }

  listed(organizationId: string): PageSource<Erasure> {
    const table = this.database.client.erasure;
    return {
      has: async (cursor) => (await this.find(organizationId, cursor)) !== undefined,
      after: async (cursor, take) => {
        const where = { organizationId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) };
        return (await table.findMany({ where, orderBy: { id: 'desc' }, take })).map(toModel);
      },
    };
  }

  /** Leases due rows; afterwards another process may claim them. */
  claim(now: Date, limit: number): Promise<DueErasure[]> {
    return this.database.query<DueErasure>(
      `UPDATE erasure SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id = ANY (ARRAY(SELECT id FROM erasure WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING id, organization_id AS "organizationId", attempts`,
      now,
      leaseEnd(now),
      limit,
    );
  }

  /** It has come further, and is due again at once, after those that wait. */
  async putBack(id: string, now: Date): Promise<void> {
    await this.database.client.erasure.updateMany({
      where: { id, completedAt: null },
      data: { attempts: 0, nextAttemptAt: now },
    });
  }

  async postpone(id: string, until: Date): Promise<void> {
    await this.database.client.erasure.updateMany({
      where: { id, completedAt: null },
      data: { nextAttemptAt: until },
    });
  }
}
