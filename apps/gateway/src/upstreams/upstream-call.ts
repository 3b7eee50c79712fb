import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';

export interface UpstreamCall {
  method: Dispatcher.HttpMethod;
  /** Path and query, as the service routes it. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Readable | null;
  /** The body once more, for another attempt; undefined when some of it was read. */
  renewBody?: () => Readable | undefined;
  signal: AbortSignal;
  /** A body of media, which may take any time. It takes no connection from other calls. */
  media?: 'sent' | 'received';
  /** Whose call it is, where an organization makes it: none takes all connections. */
  organizationId?: string | undefined;
  /** 0: the service may take as long as the body takes to arrive. */
  headersTimeout?: 0;
}

export interface UpstreamAnswer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  /** All of it where it is small or at hand, else a stream. */
  body: Readable | Uint8Array | string;
}

/** The value of an answer's body. @throws SyntaxError when it is no JSON */
export async function jsonOf({ body }: Pick<UpstreamAnswer, 'body'>): Promise<unknown> {
  if (typeof body === 'string') return JSON.parse(body);
  if (body instanceof Uint8Array) return JSON.parse(Buffer.from(body).toString());
  return json(body);
}

/**
 * `stream`, whose errors end no process while nobody reads it yet: an answer may have to wait for its hooks, and its stream
 * break meanwhile. Who reads it later finds it destroyed.
 */
export function errorsHeard(stream: Readable): Readable {
  return stream.on('error', () => undefined);
}

/** Lets go of a body that nobody wants. */
export function drop({ body }: Pick<UpstreamAnswer, 'body'>): void {
  if (typeof body === 'string' || body instanceof Uint8Array) return;
  body.on('error', () => undefined).resume();
}
