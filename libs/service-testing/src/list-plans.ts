import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** How PostgreSQL ran one statement that answers a page. */
interface ListPlan {
  statement: string;
  nodes: PlanNode[];
  /** The most rows that one node looked at, those that a filter threw away included. */
  rows: number;
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** What jobs read meanwhile is no page: they lock it, or take what is due first. */
const OF_A_JOB = /\bFOR UPDATE\b|\bORDER BY\s+\S*_at\b/i;
const PAGE = /^\s*SELECT[\s\S]*\bORDER BY\b[\s\S]*\bLIMIT\b/i;

/**
 * What keeps the one list that `work` reads from costing the same at any depth: sorting, or looking at more than four
 * pages' worth of rows. Empty when nothing does.
 */
export async function listFaults(pageSize: number, work: () => Promise<unknown>): Promise<string[]> {
  const plans = await plansOf(work);
  if (plans.length !== 1)
    return [`${plans.length} statements read a page: ${plans.map((plan) => plan.statement).join(';')}`];
  return plans.flatMap(({ nodes, rows }) => [
    ...nodes
      .filter((node) => node['Node Type'].includes('Sort'))
      .map((node) => `sorts ${node['Actual Rows']} rows`),
    ...(nodes.some((node) => node['Node Type'].includes('Index')) ? [] : ['no index']),
    ...(rows > 4 * pageSize ? [`${rows} rows looked at`] : []),
  ]);
}

/** How pages were read that `work` asked PostgreSQL for in this process: on the connection, with the rights it had. */
async function plansOf(work: () => Promise<unknown>): Promise<ListPlan[]> {
  const plans: Promise<ListPlan>[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...given: unknown[]): unknown {
    const [first, second] = given as [string | { text?: string; values?: unknown[] }, unknown];
    const statement = typeof first === 'string' ? first : (first.text ?? '');
    if (PAGE.test(statement) && !OF_A_JOB.test(statement)) {
      const values = (typeof first === 'object' ? first.values : undefined) ?? second;
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`;
      // By the connection's own `query`, so that this statement is told as well for whom it runs.
      const explained = this.query({ text: explain, values: Array.isArray(values) ? values : [] }) as Promise<
        pg.QueryResult<Record<'QUERY PLAN', { Plan: PlanNode }[]>>
      >;
      plans.push(explained.then(({ rows }) => summary(statement, rows[0]?.['QUERY PLAN'] ?? [])));
    }
    return query.apply(this, given);
  };
  try {
    await work();
    return await Promise.all(plans);
  } finally {
    prototype.query = query;
  }
}

function summary(statement: string, plans: { Plan: PlanNode }[]): ListPlan {
  const nodes = plans.flatMap(({ Plan }) => flatten(Plan));
  const looked = nodes.map(
    (node) =>
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0),
  );
  return { statement, nodes, rows: Math.max(0, ...looked) };
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
