import { createHash } from 'node:crypto';
import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/**
 * What is wrong with the plans of the statements that the server keeps for `work` in this process: those that read all of a
 * table. A plan may have been made while tables were empty, and stays; so it has to look rows up by an index whatever their
 * sizes are. Empty when nothing is wrong.
 * @param databaseUrl as the service's own role
 * @param small tables that stay small, and may be read as a whole
 */
export async function keptPlanFaults(
  databaseUrl: string,
  work: () => Promise<unknown>,
  small: readonly string[] = [],
): Promise<string[]> {
  const kept = await keptDuring(work);
  if (kept.size === 0) return ['the server kept no statement'];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const faults: string[] = [];
    for (const sql of kept)
      for (const table of wholeTables(await planOf(client, sql)))
        if (!small.includes(table)) faults.push(`reads all of ${table}: ${sql.replaceAll(/\s+/g, ' ')}`);
    return faults;
  } finally {
    await client.end();
  }
}

async function keptDuring(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...given: unknown[]): unknown {
    const [{ name, text }] = given as [{ name?: string; text?: string }];
    if (name && text && /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text)) kept.add(text);
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return kept;
}

/** As it is made while every table is empty, in a transaction that walks indexes. */
async function planOf(client: pg.Client, sql: string): Promise<PlanNode> {
  const name = `kept_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
  const places = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  const nulls = Array.from({ length: Math.max(0, ...places) }, () => 'NULL').join(', ');
  await client.query(
    'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL plan_cache_mode = force_generic_plan',
  );
  try {
    await client.query(`PREPARE ${name} AS ${sql}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE ${name}${nulls && `(${nulls})`}`,
    );
    const [plan] = rows;
    if (!plan) throw new Error(`no plan of ${sql}`);
    return plan['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('ROLLBACK');
  }
}

function wholeTables(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Cond': condition, Plans = [] } = node;
  const below = Plans.flatMap(wholeTables);
  return table && type.endsWith('Scan') && condition === undefined ? [table, ...below] : below;
}
