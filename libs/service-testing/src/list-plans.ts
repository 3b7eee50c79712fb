import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** How PostgreSQL ran one statement that answers a page, or a part of it. */
interface ListPlan {
  statement: string;
  /** Reads what belongs to the rows of a page, by their ids. */
  joined: boolean;
  nodes: PlanNode[];
  /** The most rows that one node looked at, those that a filter threw away included. */
  rows: number;
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** What jobs read meanwhile is no page: they lock it, or take what is due first. */
const OF_A_JOB = /\bFOR UPDATE\b|\bORDER BY\s+\S*_(at|since)\b/i;
const PAGE = /^\s*SELECT[\s\S]*\bORDER BY\b[\s\S]*\bLIMIT\b/i;
/** What belongs to a page's rows is asked for by their ids; the outbox is asked for like this by its relay. */
const JOINED = /^(?![\s\S]*\boutbox\b)\s*SELECT[\s\S]*(\bIN \(\$|= ?ANY ?\(\$|\bunnest\(\$)/i;
/** A list shows at most this much beside each of its rows. */
const MOST_JOINED = 64;

/**
 * What keeps the one list that `work` reads from costing the same at any depth: sorting, looking at more than four pages'
 * worth of rows, or at more than 64 rows for each of them in another table. Empty when nothing does.
 * @param joined how many more statements read what belongs to the rows of the page, by their ids
 */
export async function listFaults(
  pageSize: number,
  work: () => Promise<unknown>,
  joined = 0,
): Promise<string[]> {
  const plans = await plansOf(work);
  const pages = plans.filter((plan) => !plan.joined);
  const others = plans.filter((plan) => plan.joined);
  if (pages.length !== 1)
    return [`${pages.length} statements read a page: ${pages.map((plan) => plan.statement).join(';')}`];
  if (others.length !== joined)
    return [`${others.length} statements read beside it: ${others.map((plan) => plan.statement).join(';')}`];
  return [...pageFaults(pages, pageSize), ...joinedFaults(others, pageSize)];
}

function joinedFaults(plans: readonly ListPlan[], pageSize: number): string[] {
  return plans.flatMap(({ nodes, rows }) => [
    ...nodes
      .filter((node) => node['Node Type'].includes('Seq Scan') && lookedAt(node) > MOST_JOINED * pageSize)
      .map((node) => `reads all of ${node['Relation Name'] ?? '?'}`),
    ...(rows > MOST_JOINED * pageSize ? [`${rows} rows looked at beside the page`] : []),
  ]);
}

function pageFaults(plans: readonly ListPlan[], pageSize: number): string[] {
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
    const joined = !PAGE.test(statement) && JOINED.test(statement);
    if ((joined || PAGE.test(statement)) && !OF_A_JOB.test(statement)) {
      const values = (typeof first === 'object' ? first.values : undefined) ?? second;
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`;
      // By the connection's own `query`, so that this statement is told as well for whom it runs.
      const explained = this.query({ text: explain, values: Array.isArray(values) ? values : [] }) as Promise<
        pg.QueryResult<Record<'QUERY PLAN', { Plan: PlanNode }[]>>
      >;
      plans.push(explained.then(({ rows }) => summary(statement, joined, rows[0]?.['QUERY PLAN'] ?? [])));
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

function summary(statement: string, joined: boolean, plans: { Plan: PlanNode }[]): ListPlan {
  const nodes = plans.flatMap(({ Plan }) => flatten(Plan));
  return { statement, joined, nodes, rows: Math.max(0, ...nodes.map(lookedAt)) };
}

/** Rows over all of a node's runs: what is done for each row of a page counts for each. */
function lookedAt(node: PlanNode): number {
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return rows * node['Actual Loops'];
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
