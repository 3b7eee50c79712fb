import { AsyncLocalStorage } from 'node:async_hooks';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ignoreError } from '@capture/platform';

export interface HandshakeCall {
  /** Path and query, as the service routes it. */
  path: string;
  headers: Record<string, string | string[]>;
  signal: AbortSignal;
}

/** A service's answer to a handshake. `head` is set when it switched protocols and holds the bytes that followed. */
export interface HandshakeAnswer {
  message: IncomingMessage;
  head?: Buffer;
}

/** A connection keeps the context that it is opened in. In a call's own it would keep the call as long as the WebSocket is open. */
const outsideOfCalls = AsyncLocalStorage.snapshot();

/** Sends a WebSocket handshake to the service at `origin`, on a new connection. Rejects when there is no answer. */
export function shakeHands(
  origin: string,
  { path, headers, signal }: HandshakeCall,
): Promise<HandshakeAnswer> {
  return new Promise((resolve, reject) => {
    const send = origin.startsWith('https:') ? httpsRequest : httpRequest;
    const switching = { connection: 'Upgrade', upgrade: 'websocket' };
    const options = { path, headers: { ...headers, ...switching }, agent: false, signal };
    outsideOfCalls(() => send(origin, options))
      .once('upgrade', (message, socket, head) => {
        // It may break before anybody has a use for it.
        socket.on('error', ignoreError);
        resolve({ message, head });
      })
      .once('response', (message) => resolve({ message }))
      .on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
      .end();
  });
}
