import { Injectable } from '@nestjs/common';
import { FEATURES, type Feature } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from './generated/prisma/client.js';
import type { Plan } from './plan.model.js';

@Injectable()
export class PlanRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  /** Every plan, cheapest first. */
  async all(): Promise<Plan[]> {
    const rows = await this.db.client.plan.findMany({
      include: { features: true },
      orderBy: { rank: 'asc' },
    });
    return rows.map((row) => ({
      name: row.name,
      rank: row.rank,
      includedSec: Number(row.includedSec),
      limits: { rosterCap: row.rosterCap, submissionCap: row.submissionCap, maxGuests: row.maxGuests },
      features: FEATURES.filter((feature: Feature) => row.features.some((held) => held.feature === feature)),
    }));
  }
}
