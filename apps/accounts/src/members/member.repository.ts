import { Injectable } from '@nestjs/common';
import { addressForm, roleNameOf, roleOf, type PageSource, type RoleName } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { Member as Row, PrismaClient } from '../generated/prisma/client.js';
import type { Member } from './member.model.js';

function toModel(row: Row): Member {
  return { ...row, role: roleOf(row.role as RoleName) };
}

@Injectable()
export class MemberRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async save(member: Member): Promise<void> {
    const row = { ...member, role: roleNameOf(member.role) };
    await this.database.client.member.upsert({ where: { id: row.id }, create: row, update: row });
  }

  /** A person by id or e-mail address, whether they left or not. */
  async find(organizationId: string, idOrEmail: string): Promise<Member | undefined> {
    const either = [{ id: idOrEmail }, { email: addressForm(idOrEmail) ?? idOrEmail }];
    const row = await this.database.client.member.findFirst({ where: { organizationId, OR: either } });
    return row ? toModel(row) : undefined;
  }

  /** Everybody who has not left, longest there first. */
  async present(organizationId: string): Promise<Member[]> {
    const where = { organizationId, removedAt: null };
    return (await this.database.client.member.findMany({ where, orderBy: { id: 'asc' } })).map(toModel);
  }

  listed(organizationId: string): PageSource<Member> {
    const table = this.database.client.member;
    return {
      has: async (cursor) => (await table.count({ where: { id: cursor, organizationId } })) > 0,
      after: async (cursor, take) => {
        const older = cursor === undefined ? {} : { id: { lt: cursor } };
        const where = { organizationId, removedAt: null, ...older };
        return (await table.findMany({ where, orderBy: { id: 'desc' }, take })).map(toModel);
      },
    };
  }
}
