import type { Params } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import { censoredLine, censoredText } from './censor.js';
import { currentRequest } from '../call/call-context.js';
import { standardOutput } from './log-stream.js';

/** Longer paths are no routes of ours; strangers would fill the log with them. */
const LOGGED_PATH = 2_000;

/** An e-mail address as a segment of a path; some routes name people so. */
function isAddress(segment: string): boolean {
  return segment.includes('@') || segment.includes('%40');
}

/** Query strings carry link keys and signatures, and addresses belong to people: neither is logged. */
function loggedPath(url: string | undefined): string {
  const segments = ((url ?? '').split('?', 1)[0] ?? '').split('/');
  const path = segments.map((segment) => (isAddress(segment) ? '[address]' : segment)).join('/');
  return path.length > LOGGED_PATH ? `${path.slice(0, LOGGED_PATH)}…` : path;
}

/** The message of an error becomes the line's where none is given, so it is censored here as well. */
function logMethod(this: unknown, given: unknown[], log: (...parts: unknown[]) => void): void {
  const parts = given.map((part) => (typeof part === 'string' ? censoredText(part) : part));
  const [first] = given;
  const error = first instanceof Error ? first : (first as { err?: unknown } | null | undefined)?.err;
  if (parts[1] === undefined && error instanceof Error) parts[1] = censoredText(error.message);
  log.apply(this, parts);
}

/** What may be logged of calls and answers. */
export const serializers = {
  req: (request: { id: string; method: string; url: string }) => ({
    id: request.id,
    method: request.method,
    path: loggedPath(request.url),
  }),
  res: (response: { statusCode: number }) => ({ status: response.statusCode }),
};

/** Structured logs: those of a call name it, nothing in them is secret. Answers have a log of their own (`AnswerLog`). */
export function loggingOptions(service: string, level: string, destination?: DestinationStream): Params {
  const options = {
    name: service,
    level,
    serializers,
    mixin: () => {
      const request = currentRequest();
      return request ? { req: { id: request.id, method: request.method, url: request.url } } : {};
    },
    formatters: { log: censoredLine },
    hooks: { logMethod },
  };
  // No middleware: it would make two loggers for each request.
  return { forRoutes: [], pinoHttp: [options, destination ?? standardOutput()] as Params['pinoHttp'] };
}
