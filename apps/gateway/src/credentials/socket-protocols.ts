import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf } from './bearer.js';

/** The subprotocol of this API's WebSockets. */
const PROTOCOL = 'capture.v1';
/** Browsers cannot set headers on a handshake, so they send the credential as a subprotocol with this prefix. */
const CREDENTIAL = 'bearer.';

function offered(headers: IncomingHttpHeaders): string[] {
  return headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim()) ?? [];
}

/** The token of a handshake, from `Authorization` or the one `bearer.<token>`; undefined when there is none. */
export function socketBearerOf(headers: IncomingHttpHeaders): string | undefined {
  if (headers.authorization !== undefined) return bearerOf(headers.authorization);
  const [only, ...others] = offered(headers).filter((protocol) => protocol.startsWith(CREDENTIAL));
  if (only === undefined || others.length > 0) return undefined;
  return bearerOf(`Bearer ${only.slice(CREDENTIAL.length)}`);
}

/** The subprotocol header that the service gets: never the credential. */
export function forwardedProtocols(headers: IncomingHttpHeaders): Record<string, string> {
  return offered(headers).includes(PROTOCOL) ? { 'sec-websocket-protocol': PROTOCOL } : {};
}
