import { headers as newHeaders, type MsgHdrs } from '@nats-io/transport-node';
import type { Headers } from '../bus/bus.js';

export function toHeaders(given: MsgHdrs | undefined): Headers {
  return Object.fromEntries((given?.keys() ?? []).map((name) => [name, given?.get(name) ?? '']));
}

export function fromHeaders(given: Headers = {}): MsgHdrs {
  const headers = newHeaders();
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  return headers;
}
