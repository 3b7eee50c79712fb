import { Injectable } from '@nestjs/common';
import { roleOf, type RoleName } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Member } from '../members/member.model.js';
import type { UserFilter, UserPage } from './scim-filter.model.js';

/** Members as their organization's directory sees them: who is there, and whom it keeps out. */
@Injectable()
export class ScimUserRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Those of a page, the longest there first, and how many there are in all. */
  async page(
    organizationId: string,
    filter: UserFilter,
    { startIndex, count }: UserPage,
  ): Promise<{ users: Member[]; total: number }> {
    const where = { ...seen(organizationId), ...filter };
    const { member } = this.database.client;
    const total = await member.count({ where });
    const rows =
      count === 0
        ? []
        : await member.findMany({ where, orderBy: { id: 'asc' }, skip: startIndex - 1, take: count });
    return { users: rows.map((row) => ({ ...row, role: roleOf(row.role as RoleName) })), total };
  }

  async find(organizationId: string, id: string): Promise<Member | undefined> {
    const where = { ...seen(organizationId), id };
    const row = await this.database.client.member.findFirst({ where });
    return row ? { ...row, role: roleOf(row.role as RoleName) } : undefined;
  }
}

/** Who was removed is not there for directories. */
const seen = (organizationId: string) => ({
  organizationId,
  OR: [{ removedAt: null }, { deactivatedAt: { not: null } }],
});
