import { AppError } from '@capture/contracts';

/** Codes of Node, PostgreSQL and Prisma that mean: the database is gone or busy, not that the query is wrong. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
]);
const MESSAGES =
  /connection terminated|server closed the connection|timeout exceeded when trying to connect|can't reach database|connection.*(closed|ended)/i;

/** Prisma puts PostgreSQL's error code of a raw statement into a message of its own. */
const RAW_CODE = /Code: `(\w+)`/;

/** True when `error`, or anything that caused it, says that the database could not be reached. */
function isConnectionFailure(error: unknown): boolean {
  for (let current = error, depth = 0; current !== undefined && current !== null && depth < 6; depth += 1) {
    const { code, originalCode, message, cause } = current as Record<string, unknown>;
    if (CODES.has(String(code)) || CODES.has(String(originalCode))) return true;
    if (
      typeof message === 'string' &&
      (MESSAGES.test(message) || CODES.has(RAW_CODE.exec(message)?.[1] ?? ''))
    )
      return true;
    current = cause;
  }
  return false;
}

/** `service_unavailable` for a failure to reach the database; any other error unchanged. */
export function withoutConnectionFailure(error: unknown): unknown {
  if (error instanceof AppError || !isConnectionFailure(error)) return error;
  const detail = 'The database cannot be reached. Nothing was changed; try again shortly.';
  return new AppError('service_unavailable', detail, { retryAfterSec: 1 }, { cause: error });
}
