import type { Scope } from '../connections/organization-scope.js';
import type { KeptStatements, Statements } from '../connections/statements.js';
import type { Gathered } from './gathered.js';

/** How a transaction is reached. */
interface Inside {
  /** The generated client, which ends its transactions itself; none in a transaction past it. */
  client?: object;
  statements: Statements;
}

/** The transaction that running work is in. */
export interface Ambient extends Inside {
  /** Work that runs in it and did not open it. */
  joined: number;
  gathered: Gathered;
  afterCommit: (() => void)[];
  scope: Scope;
  /** It is run once more when the server ends it because this process stood still. */
  isRepeated: boolean;
}

export type OpenTransaction<T> = (work: (inside: Inside) => Promise<T>) => Promise<T>;

/** Runs `work` as a part of the transaction, whose end it does not decide. */
export async function joining<T>(transaction: Ambient, work: () => Promise<T>): Promise<T> {
  transaction.joined += 1;
  try {
    return await work();
  } finally {
    transaction.joined -= 1;
  }
}

/** Writes what was gathered. The last statement commits, if nobody else does. */
export async function writeGathered(
  gathered: Gathered,
  { client, statements }: Inside,
  kept: KeptStatements,
): Promise<void> {
  const last = gathered.statements();
  for (const [index, { sql, values }] of last.entries()) {
    const commits = !client && index === last.length - 1;
    await statements.query(sql, values, { name: kept.of(sql).name, commits });
  }
}
