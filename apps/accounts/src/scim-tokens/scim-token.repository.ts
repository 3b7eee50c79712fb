import { Injectable } from '@nestjs/common';
import { notFound, roleOf, type RoleName } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient, ScimToken as Row } from '../generated/prisma/client.js';
import type { ScimToken } from './scim-token.model.js';

function toModel(row: Row): ScimToken {
  return { ...row, newMemberRole: roleOf(row.newMemberRole as RoleName) };
}

@Injectable()
export class ScimTokenRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(token: ScimToken): Promise<void> {
    await this.database.client.scimToken.create({ data: token });
  }

  /** Newest first. */
  async of(organizationId: string): Promise<ScimToken[]> {
    const order = { where: { organizationId }, orderBy: { id: 'desc' } } as const;
    return (await this.database.client.scimToken.findMany(order)).map(toModel);
  }

  /** Of whatever organization; called for every one. */
  async byHash(hash: string): Promise<ScimToken | undefined> {
    const row = await this.database.client.scimToken.findFirst({ where: { hash } });
    return row ? toModel(row) : undefined;
  }

  /** @throws AppError `not_found`, also for another organization's token */
  async delete(organizationId: string, id: string): Promise<void> {
    const { count } = await this.database.client.scimToken.deleteMany({ where: { id, organizationId } });
    if (count === 0) throw notFound('SCIM token');
  }

  async touch(id: string, lastUsedAt: Date): Promise<void> {
    await this.database.client.scimToken.updateMany({ where: { id }, data: { lastUsedAt } });
  }
}
