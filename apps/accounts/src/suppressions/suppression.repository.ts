import { Injectable } from '@nestjs/common';
import type { PageSource, SuppressedAddress, SuppressionReason } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient, Suppression as Row } from '../generated/prisma/client.js';
import type { Suppression } from './suppression.model.js';

function toModel(row: Row): Suppression & { id: string } {
  return { ...row, reason: row.reason as SuppressionReason, id: row.email };
}

@Injectable()
export class SuppressionRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Adds the address, or replaces the reason of one that is there. Returns what is stored. */
  async save({ organizationId, email, reason, createdAt }: Suppression): Promise<Suppression> {
    const where = { organizationId_email: { organizationId, email } };
    const create = { organizationId, email, reason, createdAt };
    return toModel(await this.database.client.suppression.upsert({ where, create, update: { reason } }));
  }

  /** Adds the addresses that are not there yet, and returns them. The others keep their reason. */
  async addMissing(suppressions: Suppression[]): Promise<string[]> {
    const rows = await this.database.client.suppression.createManyAndReturn({
      data: suppressions,
      skipDuplicates: true,
      select: { email: true },
    });
    return rows.map(({ email }) => email);
  }

  /** False when the address was not on the list. */
  async remove(organizationId: string, email: string): Promise<boolean> {
    return (
      (await this.database.client.suppression.deleteMany({ where: { organizationId, email } })).count > 0
    );
  }

  /** The reasons of erased addresses among `hashes`. */
  async amongErased(organizationId: string, hashes: string[]): Promise<Map<string, SuppressionReason>> {
    const where = { organizationId, addressHash: { in: hashes } };
    const rows = await this.database.client.erasedSuppression.findMany({ where });
    return new Map(rows.map(({ addressHash, reason }) => [addressHash, reason as SuppressionReason]));
  }

  /** Keeps the hash of an address in place of the address. False when the address was not on the list. */
  async forget(organizationId: string, email: string, addressHash: string): Promise<boolean> {
    const where = { organizationId, email };
    const row = await this.database.client.suppression.findFirst({ where });
    if (!row || !(await this.remove(organizationId, email))) return false;
    const { reason, createdAt } = row;
    const data = { organizationId, addressHash, reason, createdAt };
    await this.database.client.erasedSuppression.createMany({ data, skipDuplicates: true });
    return true;
  }

  /** False when no erased address had the hash. */
  async removeErased(organizationId: string, addressHash: string): Promise<boolean> {
    const where = { organizationId, addressHash };
    return (await this.database.client.erasedSuppression.deleteMany({ where })).count > 0;
  }

  /** Those of `emails` (in their one form) that are suppressed. */
  async among(organizationId: string, emails: string[]): Promise<SuppressedAddress[]> {
    const where = { organizationId, email: { in: emails } };
    const rows = await this.database.client.suppression.findMany({ where });
    return rows.map(({ email, reason }) => ({ email, reason: reason as SuppressionReason }));
  }

  /** By address: an address is its own cursor. */
  listed(organizationId: string): PageSource<Suppression & { id: string }> {
    const table = this.database.client.suppression;
    return {
      has: async (cursor) => (await table.count({ where: { organizationId, email: cursor } })) > 0,
      after: async (cursor, take) => {
        const where = { organizationId, ...(cursor === undefined ? {} : { email: { gt: cursor } }) };
        return (await table.findMany({ where, orderBy: { email: 'asc' }, take })).map(toModel);
      },
    };
  }
}
