import type { Scope } from '../connections/organization-scope.js';
import type { NamedStatement } from '../connections/direct-reads.js';
import type { KeptStatements, TransactionStatements } from '../connections/statements.js';
import type { Gathered, PreparedStatement } from './gathered.js';

/** How a transaction is reached. */
interface Inside {
  /** The generated client, which ends its transactions itself; none in a transaction past it. */
  client?: object;
  statements: TransactionStatements;
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

/** Whether the transaction may end with the next statement: nobody else runs in it, has gathered something, or ends it. */
export function endsNow(transaction: Ambient | undefined): boolean {
  return (
    transaction !== undefined &&
    !transaction.client &&
    transaction.joined === 0 &&
    transaction.gathered.isEmpty
  );
}

/** The statements under the names by which the server keeps them. */
export function named(statements: readonly PreparedStatement[], kept: KeptStatements): NamedStatement[] {
  return statements.map(({ sql, values }) => ({ name: kept.of(sql).name, sql, values }));
}

/** Writes what was gathered, in one message. It commits with that, if nobody else does. */
export async function writeGathered(
  gathered: Gathered,
  { client, statements }: Inside,
  kept: KeptStatements,
): Promise<void> {
  const [last, ...more] = named(gathered.statements(), kept);
  if (!last) return;
  const commits = !client;
  if (more.length > 0) await statements.together([last, ...more], { commits });
  else await statements.query(last.sql, last.values, { name: last.name, commits });
}
