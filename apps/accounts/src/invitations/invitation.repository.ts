import { Injectable } from '@nestjs/common';
import { notFound, type PageSource, type Role } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { Invitation as Row, PrismaClient } from '../generated/prisma/client.js';
import type { Invitation } from './invitation.model.js';

function toModel(row: Row): Invitation {
  return { ...row, role: row.role as Role };
}

@Injectable()
export class InvitationRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(invitation: Invitation): Promise<void> {
    await this.database.client.invitation.create({ data: invitation });
  }

  async save(invitation: Invitation): Promise<void> {
    await this.database.client.invitation.update({ where: { id: invitation.id }, data: invitation });
  }

  /** @throws AppError `not_found` */
  async get(organizationId: string, id: string): Promise<Invitation> {
    const row = await this.database.client.invitation.findFirst({ where: { id, organizationId } });
    if (!row) throw notFound('invitation');
    return toModel(row);
  }

  async to(organizationId: string, email: string): Promise<Invitation | undefined> {
    const row = await this.database.client.invitation.findFirst({ where: { organizationId, email } });
    return row ? toModel(row) : undefined;
  }

  /** The invitation of a link that works. */
  async opened(tokenHash: string, now: Date): Promise<Invitation | undefined> {
    const where = { tokenHash, expiresAt: { gt: now } };
    const row = await this.database.client.invitation.findFirst({ where });
    return row ? toModel(row) : undefined;
  }

  count(organizationId: string): Promise<number> {
    return this.database.client.invitation.count({ where: { organizationId } });
  }

  async delete(id: string): Promise<void> {
    await this.database.client.invitation.deleteMany({ where: { id } });
  }

  /** False when another call used the link, or it is not the link any more. */
  async use({ id, tokenHash }: Invitation): Promise<boolean> {
    return (await this.database.client.invitation.deleteMany({ where: { id, tokenHash } })).count === 1;
  }

  listed(organizationId: string): PageSource<Invitation> {
    const table = this.database.client.invitation;
    return {
      has: async (cursor) => (await table.count({ where: { id: cursor, organizationId } })) > 0,
      after: async (cursor, take) => {
        const where = { organizationId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) };
        return (await table.findMany({ where, orderBy: { id: 'desc' }, take })).map(toModel);
      },
    };
  }

  /** Deletes up to `limit` invitations that ran out before; returns how many. */
  deleteEnded(before: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM invitation WHERE id = ANY
         (ARRAY(SELECT id FROM invitation WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      before,
      limit,
    );
  }
}
