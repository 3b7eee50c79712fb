import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { LogoImage } from './logo-image.js';

@Injectable()
export class LogoRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Keeps this logo of the organization and no other. */
  async replace(organizationId: string, logo: LogoImage | null, createdAt: Date): Promise<void> {
    const { logo: table } = this.database.client;
    if (logo) {
      const where = { organizationId_sha256: { organizationId, sha256: logo.sha256 } };
      await table.upsert({ where, create: { organizationId, ...logo, createdAt }, update: {} });
    }
    await table.deleteMany({
      where: { organizationId, ...(logo && { sha256: { not: logo.sha256 } }) },
    });
  }

  /** The logo whose bytes have this SHA-256, of any organization: its URL is public. */
  async find(sha256: string): Promise<Buffer | undefined> {
    const row = await this.database.client.logo.findFirst({ where: { sha256 } });
    return row ? Buffer.from(row.png) : undefined;
  }
}
