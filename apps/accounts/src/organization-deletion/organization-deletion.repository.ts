import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { OrganizationDeletion as Row, Prisma, PrismaClient } from '../generated/prisma/client.js';
import type { OrganizationDeletion } from './organization-deletion.model.js';

/** Longer than most commands take. Two processes that carry on one deletion do no harm. */
const LEASE_MS = 8_000;

export type DueDeletion = Pick<Row, 'id' | 'organizationId' | 'attempts'>;

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

function toModel({ attempts: _attempts, nextAttemptAt: _next, ...row }: Row): OrganizationDeletion {
  return { ...row, steps: row.steps as unknown as OrganizationDeletion['steps'] };
}

function toColumns(deletion: OrganizationDeletion) {
  return { ...deletion, steps: deletion.steps as unknown as Prisma.InputJsonArray };
}

@Injectable()
export class OrganizationDeletionRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(deletion: OrganizationDeletion): Promise<void> {
    const data = { ...toColumns(deletion), nextAttemptAt: deletion.dueAt };
    await this.database.client.organizationDeletion.create({ data });
  }

  /** Renews the lease of who carries it on; one that is completed is not carried on any more. */
  async save(deletion: OrganizationDeletion, now: Date): Promise<void> {
    const nextAttemptAt = deletion.completedAt === null ? leaseEnd(now) : null;
    const data = { ...toColumns(deletion), attempts: 0, nextAttemptAt };
    await this.database.client.organizationDeletion.update({ where: { id: deletion.id }, data });
  }

  async delete(id: string): Promise<void> {
    await this.database.client.organizationDeletion.delete({ where: { id } });
  }

  async find(organizationId: string): Promise<OrganizationDeletion | undefined> {
    const row = await this.database.client.organizationDeletion.findFirst({ where: { organizationId } });
    return row ? toModel(row) : undefined;
  }

  /** Locks the row until the transaction ends. */
  async lock(organizationId: string): Promise<OrganizationDeletion | undefined> {
    await this.database.query(
      'SELECT 1 FROM organization_deletion WHERE organization_id = $1 FOR UPDATE',
      organizationId,
    );
    return this.find(organizationId);
  }

  /** Seconds since the oldest deletion that is not completed was due; 0 when none is. */
  async overdueSec(now: Date): Promise<number> {
    const [row] = await this.database.query<{ dueAt: Date | null }>(
      'SELECT min(due_at) AS "dueAt" FROM organization_deletion WHERE next_attempt_at IS NOT NULL AND due_at <= $1',
      now,
    );
    return row?.dueAt ? (now.getTime() - row.dueAt.getTime()) / 1000 : 0;
  }

  /** Leases due rows; afterwards another process may claim them. */
  claim(now: Date, limit: number): Promise<DueDeletion[]> {
    return this.database.query<DueDeletion>(
      `UPDATE organization_deletion SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id = ANY (ARRAY(SELECT id FROM organization_deletion WHERE next_attempt_at <= $1
                    ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING id, organization_id AS "organizationId", attempts`,
      now,
      leaseEnd(now),
      limit,
    );
  }

  async postpone(organizationId: string, until: Date): Promise<void> {
    await this.database.client.organizationDeletion.updateMany({
      where: { organizationId, completedAt: null },
      data: { nextAttemptAt: until },
    });
  }
}
