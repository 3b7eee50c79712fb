import { Injectable } from '@nestjs/common';
import { FEATURES, type Feature } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Plan } from './plan.model.js';

interface PlanRow {
  name: string;
  rank: number;
  includedSec: number;
  rosterCap: number;
  submissionCap: number;
  maxGuests: number;
  features: string[];
}

const ALL = `
  SELECT p.name, p.rank, p.included_sec::float8 AS "includedSec", p.roster_cap AS "rosterCap",
         p.submission_cap AS "submissionCap", p.max_guests AS "maxGuests",
         coalesce(array_agg(f.feature) FILTER (WHERE f.feature IS NOT NULL), '{}') AS features
  FROM plan p LEFT JOIN plan_feature f ON f.plan_name = p.name
  GROUP BY p.name ORDER BY p.rank`;

@Injectable()
export class PlanRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Every plan, cheapest first. One statement, because every resolved key asks. */
  async all(): Promise<Plan[]> {
    const rows = await this.database.prepared<PlanRow>(ALL);
    return rows.map(({ name, rank, includedSec, features, ...limits }) => ({
      name,
      rank,
      includedSec,
      limits,
      features: FEATURES.filter((feature: Feature) => features.includes(feature)),
    }));
  }
}
