import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient, ProviderIdentity } from '../generated/prisma/client.js';

/** Who of a provider is which member. */
@Injectable()
export class IdentityRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** The member that an identity is tied to. */
  async memberOf(
    identity: Pick<ProviderIdentity, 'organizationId' | 'issuer' | 'subject'>,
  ): Promise<string | undefined> {
    const { organizationId, issuer, subject } = identity;
    const where = { organizationId, issuer, subject };
    return (await this.database.client.providerIdentity.findFirst({ where }))?.memberId;
  }

  /** Whether the member is tied to an account of this issuer already. */
  async isTied(memberId: string, issuer: string): Promise<boolean> {
    return (await this.database.client.providerIdentity.count({ where: { memberId, issuer } })) > 0;
  }

  async insert(identity: ProviderIdentity): Promise<void> {
    await this.database.client.providerIdentity.create({ data: identity });
  }

  async deleteOf(memberId: string): Promise<void> {
    await this.database.client.providerIdentity.deleteMany({ where: { memberId } });
  }
}
