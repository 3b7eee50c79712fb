import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';

/** The facts that one service records about one organization. */
export interface FactLine {
  organizationId: string;
  source: string;
}

/** Which facts were logged, and those that wait for an earlier one. Every method but the last needs a transaction. */
@Injectable()
export class FactOrderRepository {
  constructor(private readonly database: Database) {}

  /** Moves the line on to `ordinal`, and locks it, when its predecessor was logged; false when it is early. */
  async admit({ organizationId, source }: FactLine, ordinal: number): Promise<boolean> {
    const moved = await this.database.execute(
      `INSERT INTO fact_position (organization_id, source, last)
       SELECT $1, $2, $3::bigint WHERE $3::bigint = 1
          OR EXISTS (SELECT 1 FROM fact_position WHERE organization_id = $1 AND source = $2)
       ON CONFLICT (organization_id, source) DO UPDATE SET last = GREATEST(fact_position.last, excluded.last)
       WHERE fact_position.last >= excluded.last - 1`,
      organizationId,
      source,
      ordinal,
    );
    return moved > 0;
  }

  /** Locks the line against every other process; makes it where there is none. */
  async lock({ organizationId, source }: FactLine): Promise<void> {
    await this.database.execute(
      `INSERT INTO fact_position (organization_id, source, last) VALUES ($1, $2, 0)
       ON CONFLICT (organization_id, source) DO UPDATE SET last = fact_position.last`,
      organizationId,
      source,
    );
  }

  async keep(
    { organizationId, source }: FactLine,
    ordinal: number,
    envelope: EventEnvelope,
    now: Date,
  ): Promise<void> {
    await this.database.execute(
      `INSERT INTO early_fact (organization_id, source, ordinal, envelope, arrived_at)
       VALUES ($1, $2, $3::bigint, $4, $5) ON CONFLICT DO NOTHING`,
      organizationId,
      source,
      ordinal,
      JSON.stringify(envelope),
      now,
    );
  }

  /** Takes the fact out that waits with this number. */
  async take({ organizationId, source }: FactLine, ordinal: number): Promise<EventEnvelope | undefined> {
    const [row] = await this.database.query<{ envelope: string }>(
      'DELETE FROM early_fact WHERE organization_id = $1 AND source = $2 AND ordinal = $3::bigint RETURNING envelope',
      organizationId,
      source,
      ordinal,
    );
    return row && (JSON.parse(row.envelope) as EventEnvelope);
  }

  async moveTo({ organizationId, source }: FactLine, ordinal: number): Promise<void> {
    await this.database.execute(
      'UPDATE fact_position SET last = GREATEST(last, $3::bigint) WHERE organization_id = $1 AND source = $2',
      organizationId,
      source,
      ordinal,
    );
  }

  /** The lowest number that waits, if one has waited since before `before`. */
  async firstOverdue({ organizationId, source }: FactLine, before: Date): Promise<number | undefined> {
    const [row] = await this.database.query<{ first: number | null }>(
      `SELECT min(ordinal)::float8 AS first FROM early_fact WHERE organization_id = $1 AND source = $2
       HAVING min(arrived_at) < $3`,
      organizationId,
      source,
      before,
    );
    return row?.first ?? undefined;
  }

  /** Lines in which a fact has waited since before `before`. */
  overdue(before: Date): Promise<FactLine[]> {
    return this.database.query<FactLine>(
      'SELECT DISTINCT organization_id AS "organizationId", source FROM early_fact WHERE arrived_at < $1 LIMIT 1000',
      before,
    );
  }
}
