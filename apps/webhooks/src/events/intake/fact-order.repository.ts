import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database, type PreparedStatement } from '@capture/persistence';
import type { FactLine, FactPosition } from './fact-order.model.js';

/** Facts of a line that are read at once. */
const LOOK_AHEAD = 64;

const organizationsOf = (lines: readonly FactLine[]): string[] =>
  lines.map(({ organizationId }) => organizationId);
const sourcesOf = (lines: readonly FactLine[]): string[] => lines.map(({ source }) => source);
const lastsOf = (positions: readonly FactPosition[]): string[] => positions.map(({ last }) => String(last));

/** Which facts were logged, and those that wait for an earlier one. Every method but the last needs a transaction. */
@Injectable()
export class FactOrderRepository {
  constructor(private readonly database: Database) {}

  /** Locks a line against every other process; makes it if it is not there. */
  async lock(line: FactLine): Promise<FactPosition | undefined> {
    const { sql, values } = lockStatement([line]);
    const [position] = await this.database.prepared<FactPosition>(sql, ...values);
    return position;
  }

  /** Facts that wait right behind these positions. Their lines have to be locked. */
  async waitingBehind(positions: readonly FactPosition[]): Promise<EventEnvelope[]> {
    const rows = await this.database.prepared<{ envelope: string }>(
      `SELECT early.envelope FROM unnest($1::text[], $2::text[], $3::text[]::bigint[]) AS line(organization_id, source, last)
       CROSS JOIN LATERAL (
         SELECT f.ordinal, f.envelope FROM early_fact f
         WHERE f.organization_id = line.organization_id AND f.source = line.source
           AND f.ordinal > line.last AND f.ordinal <= line.last + ${LOOK_AHEAD}
       ) early
       ORDER BY line.organization_id, line.source, early.ordinal`,
      organizationsOf(positions),
      sourcesOf(positions),
      lastsOf(positions),
    );
    return rows.map(({ envelope }) => JSON.parse(envelope) as EventEnvelope);
  }

  async keep(envelopes: readonly EventEnvelope[], now: Date): Promise<void> {
    if (envelopes.length === 0) return;
    await this.database.execute(
      `INSERT INTO early_fact (organization_id, source, ordinal, envelope, arrived_at)
       SELECT organization_id, source, ordinal::bigint, envelope, $5
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS fact(organization_id, source, ordinal, envelope)
       ON CONFLICT DO NOTHING`,
      envelopes.map(({ organizationId }) => organizationId),
      envelopes.map(({ fact }) => fact?.source),
      envelopes.map(({ fact }) => String(fact?.ordinal)),
      envelopes.map((envelope) => JSON.stringify(envelope)),
      now,
    );
  }

  /** Forgets the facts that waited up to these positions. */
  async forgetUpTo(positions: readonly FactPosition[]): Promise<void> {
    await this.database.execute(
      `DELETE FROM early_fact f USING unnest($1::text[], $2::text[], $3::text[]::bigint[]) AS line(organization_id, source, last)
       WHERE f.organization_id = line.organization_id AND f.source = line.source AND f.ordinal <= line.last`,
      organizationsOf(positions),
      sourcesOf(positions),
      lastsOf(positions),
    );
  }

  /** Moves lines on when the transaction ends. */
  moveTo(positions: readonly FactPosition[]): void {
    for (const position of positions) this.database.gather(this, position, moveStatement);
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

/** The same for several lines, always in the same order. */
export function lockStatement(lines: readonly FactLine[]): PreparedStatement {
  const sql = `
    INSERT INTO fact_position (organization_id, source, last)
    SELECT organization_id, source, 0 FROM unnest($1::text[], $2::text[]) AS line(organization_id, source) ORDER BY 1, 2
    ON CONFLICT (organization_id, source) DO UPDATE SET last = fact_position.last
    RETURNING organization_id AS "organizationId", source, last::float8 AS last`;
  return { sql, values: [organizationsOf(lines), sourcesOf(lines)] };
}

/** Those of the lines in which a fact waits. It sees what others committed before the lines were locked only if it runs after that. */
export function waitingStatement(lines: readonly FactLine[]): PreparedStatement {
  const sql = `
    SELECT organization_id AS "organizationId", source FROM unnest($1::text[], $2::text[]) AS line(organization_id, source)
    WHERE EXISTS (SELECT FROM early_fact f WHERE f.organization_id = line.organization_id AND f.source = line.source)`;
  return { sql, values: [organizationsOf(lines), sourcesOf(lines)] };
}

function moveStatement(positions: readonly FactPosition[]): PreparedStatement {
  const sql = `
    UPDATE fact_position p SET last = GREATEST(p.last, line.last)
    FROM unnest($1::text[], $2::text[], $3::text[]::bigint[]) AS line(organization_id, source, last)
    WHERE p.organization_id = line.organization_id AND p.source = line.source AND p.organization_id = ANY($1::text[])`;
  return { sql, values: [organizationsOf(positions), sourcesOf(positions), lastsOf(positions)] };
}
