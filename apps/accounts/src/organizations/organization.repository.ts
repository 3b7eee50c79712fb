import { Injectable } from '@nestjs/common';
import { AppError, type PageSource } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { Organization as Row, PrismaClient } from '../generated/prisma/client.js';
import type { Organization } from './organization.model.js';

/** What is counted beside an organization is no part of it (`mail-limits`). */
type Counted = 'mailsSince' | 'mailCount';

function toModel(stored: Row): Organization {
  const { planName, allowanceSec, mailsSince: _since, mailCount: _count, ...row } = stored;
  return { ...row, plan: planName, allowanceSec: allowanceSec === null ? null : Number(allowanceSec) };
}

function toRow({ plan, allowanceSec, ...organization }: Organization): Omit<Row, Counted> {
  return {
    ...organization,
    planName: plan,
    allowanceSec: allowanceSec === null ? null : BigInt(allowanceSec),
  };
}

@Injectable()
export class OrganizationRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(organization: Organization): Promise<void> {
    await this.database.client.organization.create({ data: toRow(organization) });
  }

  async save(organization: Organization): Promise<void> {
    await this.database.client.organization.update({
      where: { id: organization.id },
      data: toRow(organization),
    });
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<Organization> {
    const row = await this.database.client.organization.findFirst({ where: { id } });
    if (!row) throw new AppError('not_found', 'No organization with this id.');
    return toModel(row);
  }

  /**
   * Reads the organization and locks it until the transaction ends, which serializes changes to it, its members and its
   * keys.
   * @throws AppError `conflict` once its deletion has begun
   */
  async lock(id: string): Promise<Organization> {
    const organization = await this.lockAlsoClosed(id);
    if (organization.closedAt === null) return organization;
    throw new AppError('conflict', 'This organization is being deleted.');
  }

  /** The same for who deletes it. */
  async lockAlsoClosed(id: string): Promise<Organization> {
    await this.database.query('SELECT 1 FROM organization WHERE id = $1 FOR UPDATE', id);
    return this.get(id);
  }

  listed(): PageSource<Organization> {
    const table = this.database.client.organization;
    return {
      has: async (cursor) => (await table.count({ where: { id: cursor } })) > 0,
      after: async (cursor, take) => {
        const where = cursor === undefined ? {} : { id: { lt: cursor } };
        return (await table.findMany({ where, orderBy: { id: 'desc' }, take })).map(toModel);
      },
    };
  }
}
