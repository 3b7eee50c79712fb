import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf } from './bearer.js';

/** What WebSockets of this API speak. */
const SPOKEN = 'capture.v1';
/** Browsers can set no header on a handshake, so that a credential comes among the subprotocols. */
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

/** Subprotocols that the service learns of: never the credential. */
export function spokenProtocols(headers: IncomingHttpHeaders): Record<string, string> {
  return offered(headers).includes(SPOKEN) ? { 'sec-websocket-protocol': SPOKEN } : {};
}
