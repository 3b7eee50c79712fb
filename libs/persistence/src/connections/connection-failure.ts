import { AppError } from '@capture/contracts';

/** PostgreSQL's `idle_in_transaction_session_timeout`, and what the driver says of a connection that has been told of it before. */
const STOOD_STILL = new Set(['25P03']);
const TOLD_BEFORE = /is not queryable/i;
/** Codes of Node, PostgreSQL and Prisma that mean: the database is gone or busy, not that the query is wrong. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  // DNS gives no answer.
  'EAI_AGAIN',
  // The server's certificate is not to be trusted any more, or not yet.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  // The password was changed at one of both ends, or a restore has not made the database yet.
  '28000',
  '28P01',
  '3D000',
  // The server has ended a statement that took too long.
  '57014',
  '57P01',
  '57P02',
  '57P03',
  // The server has ended a transaction in which nothing followed: the process stood still.
  ...STOOD_STILL,
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // What PgBouncer says of a server that it does not reach, or has no connection left to.
  '08P01',
  // Out of memory, out of connections.
  '53200',
  '53300',
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);
/** Of these the ones that may come after the server has committed: the connection was lost, and its last answer with it. */
const LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '08000',
  '08003',
  '08006',
  'P1008',
  'P1017',
]);
/** PostgreSQL's `too_many_connections`. */
const FULL = new Set(['53300']);
const LOST_MESSAGES = /connection terminated|server closed the connection|connection.*(closed|ended)/i;
/** Codes of PostgreSQL that mean: it has no space left to write. */
const NO_SPACE = new Set(['53100']);
/** And that it takes no changes: its disk is nearly full, or it has become a standby. */
const READ_ONLY = new Set(['25006']);
const MESSAGES =
  /connection terminated|server closed the connection|timeout exceeded when trying to connect|timeout expired|is not queryable|can't reach database|connection.*(closed|ended)/i;

/** Prisma puts PostgreSQL's error code of a raw statement into a message of its own. */
const RAW_CODE = /Code: `(\w+)`/;

/** Whether `error`, or anything that caused it, has one of `codes` or one of the messages. */
function says(error: unknown, codes: { has(code: string): boolean }, messages?: RegExp): boolean {
  for (let current = error, depth = 0; current !== undefined && current !== null && depth < 6; depth += 1) {
    const { code, originalCode, message, cause } = current as Record<string, unknown>;
    if (codes.has(String(code)) || codes.has(String(originalCode))) return true;
    if (
      typeof message === 'string' &&
      (messages?.test(message) || codes.has(RAW_CODE.exec(message)?.[1] ?? ''))
    )
      return true;
    current = cause;
  }
  return false;
}

/** PostgreSQL's class of codes for values that do not fit, such as a number that is too large for its column. */
const DATA_EXCEPTIONS = { has: (code: string) => /^22\w{3}$/.test(code) };

/** True when the database refused a value, as it will each time. */
export function isDataException(error: unknown): boolean {
  return says(error, DATA_EXCEPTIONS);
}

/** True when `error`, or anything that caused it, says that the database could not be reached. */
export function isConnectionFailure(error: unknown): boolean {
  return says(error, CODES, MESSAGES);
}

/**
 * True when the server has ended the transaction, before what `error` is about was sent, or in place of it: nothing of the
 * transaction has happened. A connection that was lost otherwise, between two statements, counts too.
 */
export function isEndedForStandingStill(error: unknown): boolean {
  return says(error, STOOD_STILL, TOLD_BEFORE);
}

/** True when PostgreSQL had no space for what it was to write. */
export function isOutOfSpace(error: unknown): boolean {
  return says(error, NO_SPACE);
}

/** `service_unavailable` for a database that cannot be reached or takes no changes; any other error unchanged. */
export function withoutConnectionFailure(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const refusal = refusalOfChanges(error);
  if (refusal !== undefined) {
    const detail = `${refusal} Nothing was changed; try again later.`;
    return new AppError('service_unavailable', detail, { retryAfterSec: 10 }, { cause: error });
  }
  if (!isConnectionFailure(error)) return error;
  return new AppError('service_unavailable', detailOf(error), { retryAfterSec: 1 }, { cause: error });
}

function detailOf(error: unknown): string {
  if (says(error, LOST, LOST_MESSAGES))
    return 'The connection to the database was lost, and whether this had its effect is not known. Repeat it shortly, a POST with the same Idempotency-Key.';
  return `${reasonOf(error)} Nothing was changed; try again shortly.`;
}

function reasonOf(error: unknown): string {
  if (isEndedForStandingStill(error))
    return 'The connection to the database ended in the middle of this call.';
  return says(error, FULL) ? 'The database takes no more connections.' : 'The database cannot be reached.';
}

function refusalOfChanges(error: unknown): string | undefined {
  if (says(error, NO_SPACE)) return 'The database has no space to write.';
  return says(error, READ_ONLY) ? 'The database can be read, but takes no changes at the moment.' : undefined;
}
