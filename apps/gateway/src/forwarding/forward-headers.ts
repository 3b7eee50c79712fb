import type { IncomingHttpHeaders } from 'node:http';
import {
  DEVICE_HEADER,
  PRINCIPAL_HEADER,
  REFUSED_HEADER,
  REQUEST_ID_HEADER,
  SIGN_IN_HEADER,
  STARTED_SIGN_IN_HEADER,
} from '@capture/contracts';

type HeaderValues = Record<string, string | string[]>;

/** RFC 9110 §7.6.1: headers that concern one connection only. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Not forwarded: credentials and cookies, because the principal header replaces them; WebSocket subprotocols, because one
 * of them may be a credential; headers that only the gateway may set.
 */
const NOT_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'host',
  'expect',
  'authorization',
  'cookie',
  'forwarded',
  'x-real-ip',
  'sec-websocket-protocol',
  DEVICE_HEADER,
  STARTED_SIGN_IN_HEADER,
  PRINCIPAL_HEADER,
  REQUEST_ID_HEADER,
]);

/** Not returned: request id, budgets, allowed origins and cookies are set by the gateway alone. */
const NOT_RETURNED = new Set([
  ...HOP_BY_HOP,
  'date',
  'server',
  'set-cookie',
  'x-powered-by',
  REQUEST_ID_HEADER,
  REFUSED_HEADER,
  DEVICE_HEADER,
  SIGN_IN_HEADER,
  STARTED_SIGN_IN_HEADER,
]);
const NOT_RETURNED_PREFIXES = ['access-control-', 'ratelimit'];

const NO_TOKENS: ReadonlySet<string> = new Set();

/** Further headers that the two ends of this connection declared as hop-by-hop. */
function connectionTokens(connection: string | string[] | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return NO_TOKENS;
  const text = Array.isArray(connection) ? connection.join(',') : (connection ?? '');
  return new Set(text.split(',').map((token) => token.trim().toLowerCase()));
}

/** Headers of the caller that are forwarded to the service. */
export function forwardedHeaders(given: IncomingHttpHeaders, hasBody: boolean): HeaderValues {
  const tokens = connectionTokens(given.connection);
  const headers: HeaderValues = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || NOT_FORWARDED.has(name) || tokens.has(name)) continue;
    if (name.startsWith('x-forwarded-')) continue;
    // With a content type the service would expect a body.
    if (!hasBody && (name === 'content-length' || name === 'content-type')) continue;
    headers[name] = value;
  }
  return headers;
}

/** Headers of the service's answer that are returned to the caller. */
export function returnedHeaders(given: IncomingHttpHeaders): HeaderValues {
  const tokens = connectionTokens(given.connection);
  const headers: HeaderValues = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || NOT_RETURNED.has(name) || tokens.has(name)) continue;
    if (NOT_RETURNED_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    headers[name] = value;
  }
  return headers;
}
