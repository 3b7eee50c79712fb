import type { IncomingHttpHeaders } from 'node:http';
import { PRINCIPAL_HEADER, REQUEST_ID_HEADER, SIGN_IN_HEADER } from '@capture/contracts';

type HeaderValues = Record<string, string | string[]>;

/** RFC 9110 §7.6.1: these speak about one connection. */
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
 * Not passed on: the credential, because the principal header stands for it; cookies, because they count for
 * nothing under /api and the principal stands for them under /console/api; WebSocket subprotocols, because one of them
 * may be a credential; whatever a caller could say in our name.
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
  PRINCIPAL_HEADER,
  REQUEST_ID_HEADER,
]);

/** Set here or by no one: request id, budgets, origins and cookies are the gateway's. */
const NOT_RETURNED = new Set([
  ...HOP_BY_HOP,
  'date',
  'server',
  'set-cookie',
  'x-powered-by',
  REQUEST_ID_HEADER,
  SIGN_IN_HEADER,
]);
const NOT_RETURNED_PREFIXES = ['access-control-', 'ratelimit'];

/** Further headers that this connection's two ends agreed on between themselves. */
function connectionTokens(connection: string | string[] | undefined): Set<string> {
  const text = Array.isArray(connection) ? connection.join(',') : (connection ?? '');
  return new Set(text.split(',').map((token) => token.trim().toLowerCase()));
}

/** Headers of the caller that the service may see. */
export function forwardedHeaders(given: IncomingHttpHeaders, hasBody: boolean): HeaderValues {
  const tokens = connectionTokens(given.connection);
  const headers: HeaderValues = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || NOT_FORWARDED.has(name) || tokens.has(name)) continue;
    if (name.startsWith('x-forwarded-')) continue;
    // A type without a body would have the service look for one.
    if (!hasBody && (name === 'content-length' || name === 'content-type')) continue;
    headers[name] = value;
  }
  return headers;
}

/** Headers of the service's answer that the caller gets. */
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
