import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PasswordLink, PrismaClient } from '../generated/prisma/client.js';
import type { Member } from '../members/member.model.js';

@Injectable()
export class PasswordLinkRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Stores the member's link; earlier ones end. */
  async replace(link: PasswordLink): Promise<void> {
    await this.deleteOf([link.memberId]);
    await this.insert(link);
  }

  /** Keeps earlier links: anybody can ask for a link to an address, and must not end those that its owner already has. */
  async insert(link: PasswordLink): Promise<void> {
    await this.database.client.passwordLink.create({ data: link });
  }

  /** The member of a valid link; undefined when it has expired or the member was removed. */
  async member(id: string, now: Date): Promise<Pick<Member, 'id' | 'organizationId' | 'email'> | undefined> {
    const row = await this.database.client.passwordLink.findFirst({
      where: { id, expiresAt: { gt: now }, member: { removedAt: null } },
      select: { member: { select: { id: true, organizationId: true, email: true } } },
    });
    return row?.member;
  }

  /** False when another call has used it. */
  async use(id: string): Promise<boolean> {
    return (await this.database.client.passwordLink.deleteMany({ where: { id } })).count === 1;
  }

  async deleteOf(memberIds: readonly string[]): Promise<void> {
    await this.database.client.passwordLink.deleteMany({ where: { memberId: { in: [...memberIds] } } });
  }

  /** Deletes up to `limit` links that have run out by `now`; returns how many. */
  deleteEnded(now: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM password_link WHERE id = ANY
         (ARRAY(SELECT id FROM password_link WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      now,
      limit,
    );
  }
}
