import pg from 'pg';
import type { Statement } from './driver-internals.js';
import type { ScopedClient } from './scoped-client.js';

export interface StatementOptions {
  /** Under which the server keeps the statement parsed and planned. */
  name?: string;
  /** For which it runs, where that is not the one of all work on its connection. */
  organization?: string;
  /** Commits the transaction of which it is the last statement, in the same message. Not where a library will commit. */
  commits?: boolean;
}

export interface NamedStatement {
  /** Under which the server keeps it. */
  name: string;
  sql: string;
  values: unknown[];
}

type Parser = (text: string) => unknown;
const { builtins } = pg.types;
const parserOfDriver = (type: number): Parser => pg.types.getTypeParser(type, 'text') as Parser;

const NAME = 19;
const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
/** Types that the driver reads as the generated client does. */
const ALIKE: readonly number[] = [
  builtins.BOOL,
  builtins.INT2,
  builtins.INT4,
  builtins.FLOAT8,
  builtins.TEXT,
  builtins.VARCHAR,
  NAME,
  builtins.JSON,
  builtins.JSONB,
  builtins.TIMESTAMPTZ,
  TEXT_ARRAY,
];
const int8Texts = parserOfDriver(INT8_ARRAY) as (text: string) => string[];
const bytesOf = parserOfDriver(builtins.BYTEA) as (text: string) => Buffer;

const PARSERS = new Map<number, Parser>([
  ...ALIKE.map((type): [number, Parser] => [type, parserOfDriver(type)]),
  [builtins.INT8, BigInt],
  [INT8_ARRAY, (text) => int8Texts(text).map(BigInt)],
  [builtins.BYTEA, (text) => new Uint8Array(bytesOf(text))],
]);
/** From here on types are a schema's own: enumerations, which are read as their text. */
const FIRST_OWN_TYPE = 16_384;
const asText: Parser = (text) => text;

function getTypeParser(type: number): Parser {
  return (type >= FIRST_OWN_TYPE ? asText : PARSERS.get(type)) ?? refused(type);
}

/** Fails with the first value: the driver takes errors of rows back to who asked, and none while it reads their head. */
function refused(type: number): Parser {
  return () => {
    throw new Error(`a statement answered the type ${type}: cast it, or add it here`);
  };
}

/**
 * Rows of a statement, straight from the driver and as the generated client would give them: it translates statement,
 * values and rows through forms of its own, which costs more than all the rest of a read by key.
 * @throws Error of the driver.
 */
export async function readDirectly<Row>(
  connection: Pick<pg.ClientBase, 'query'>,
  sql: string,
  values: unknown[],
  options?: StatementOptions,
): Promise<Row[]> {
  const statement = { ...options, text: sql, values, types: { getTypeParser } };
  const { rows } = await connection.query(statement as unknown as pg.QueryConfig);
  return rows as Row[];
}

/** The same of several statements of the transaction that is open on `client`, in one message (`ScopedClient.queryTogether`). */
export async function readTogether(
  client: ScopedClient,
  [first, ...more]: readonly NamedStatement[],
  commits: boolean,
): Promise<unknown[][]> {
  if (!first) return [];
  const results = await client.queryTogether([sentAs(first), ...more.map(sentAs)], commits);
  return results.map(({ rows }) => rows as unknown[]);
}

function sentAs({ name, sql, values }: NamedStatement): Statement {
  return { name, text: sql, values, types: { getTypeParser } };
}
