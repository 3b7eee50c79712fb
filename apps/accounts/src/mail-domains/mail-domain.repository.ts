import { Injectable } from '@nestjs/common';
import { AppError } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { MailDomain } from './mail-domain.model.js';

const UNIQUE_CONSTRAINT = 'P2002';

/** Rows of organizations' domains, and of those that their providers speak for. */
@Injectable()
export class MailDomainRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** In alphabetical order. */
  of(organizationId: string): Promise<MailDomain[]> {
    const { mailDomain } = this.database.client;
    return mailDomain.findMany({ where: { organizationId }, orderBy: { domain: 'asc' } });
  }

  async find(organizationId: string, domain: string): Promise<MailDomain | undefined> {
    const { mailDomain } = this.database.client;
    return (await mailDomain.findFirst({ where: { organizationId, domain } })) ?? undefined;
  }

  /** @throws AppError `conflict` for a domain that another organization holds, also when that one saved it at the same moment */
  async save(row: MailDomain): Promise<void> {
    const { organizationId, domain } = row;
    const where = { organizationId_domain: { organizationId, domain } };
    try {
      await this.database.client.mailDomain.upsert({ where, create: row, update: row });
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNIQUE_CONSTRAINT) throw error;
      throw new AppError(
        'conflict',
        `The domain ${domain} belongs to another organization.`,
        {},
        { cause: error },
      );
    }
  }

  async delete(organizationId: string, domain: string): Promise<void> {
    await this.database.client.mailDomain.deleteMany({ where: { organizationId, domain } });
  }

  /** Domains that are proven by their record and were last looked up before `before`; nobody else looks them up meanwhile. */
  claim(now: Date, before: Date, limit: number): Promise<MailDomain[]> {
    return this.database.query<MailDomain>(
      `UPDATE mail_domain SET checked_at = $1
       WHERE ctid = ANY
         (ARRAY(SELECT ctid FROM mail_domain
          WHERE checked_at <= $2 AND proven_at IS NOT NULL AND NOT vouched
          ORDER BY checked_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING organization_id AS "organizationId", domain, token`,
      now,
      before,
      limit,
    );
  }

  /** Has the organization's provider, where there is one, speak for all domains that the organization holds, and no other. */
  async applyToProvider(organizationId: string): Promise<void> {
    await this.database.execute(
      'DELETE FROM identity_provider_domain WHERE organization_id = $1',
      organizationId,
    );
    await this.database.execute(
      `INSERT INTO identity_provider_domain (domain, organization_id)
       SELECT d.held_domain, d.organization_id
       FROM mail_domain d JOIN identity_provider p ON p.organization_id = d.organization_id
       WHERE d.organization_id = $1 AND d.held_domain IS NOT NULL`,
      organizationId,
    );
  }

  /** Whether members sign in to the organization at its provider alone. */
  async isOnlyWay(organizationId: string): Promise<boolean> {
    const where = { organizationId, passwordAllowed: false };
    return (await this.database.client.identityProvider.count({ where })) > 0;
  }
}
