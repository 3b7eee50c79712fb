import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { IdentityProvider as Row, PrismaClient } from '../generated/prisma/client.js';
import { newMemberRoleOf, type IdentityProvider } from './provider.model.js';

function toModel(row: Row & { domains: { domain: string }[] }): IdentityProvider {
  const domains = row.domains.map(({ domain }) => domain).sort();
  return { ...row, domains, newMemberRole: newMemberRoleOf(row.newMemberRole) };
}

const include = { domains: { select: { domain: true } } } as const;

@Injectable()
export class ProviderRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(organizationId: string): Promise<IdentityProvider | undefined> {
    const where = { organizationId };
    const row = await this.database.client.identityProvider.findFirst({ where, include });
    return row ? toModel(row) : undefined;
  }

  /** The one that speaks for addresses of this domain, of whatever organization; called for every organization. */
  async findByDomain(domain: string): Promise<IdentityProvider | undefined> {
    const where = { domains: { some: { domain } } };
    const row = await this.database.client.identityProvider.findFirst({ where, include });
    return row ? toModel(row) : undefined;
  }

  /** Stores it, in place of what there was. Sign-ins that were on their way to it end. */
  async save(row: Omit<IdentityProvider, 'domains'>): Promise<void> {
    const { organizationId } = row;
    const { client } = this.database;
    await client.identityProvider.upsert({ where: { organizationId }, create: row, update: row });
    await client.startedSignIn.deleteMany({ where: { organizationId } });
  }

  /** Deletes it with its domains, identities and sign-ins on their way. */
  async delete(organizationId: string): Promise<void> {
    await this.database.client.identityProvider.deleteMany({ where: { organizationId } });
  }
}
