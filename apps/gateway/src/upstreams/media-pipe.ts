import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { MediaConnection } from './media-connection.js';
import { composeGet } from './media-head.js';
import { MAX_PIPED_ANSWERS } from './media-limits.js';

/** Each holds on to its buffers. */
const MAX_FREE = 16;

export interface MediaCall {
  path: string;
  headers: Record<string, string | string[]>;
  /** Headers of the answer, made of those of the service. */
  returned: (headers: IncomingHttpHeaders) => Record<string, string | string[]>;
  /** Called before anything is sent to the caller. */
  begun: () => void;
}

/**
 * Answers of the recordings service with media, from connection to connection. Only answers `200` and `206` of a known length go
 * this way. For all others, and for whatever goes wrong before the answer has begun, the call is made again the usual way, which
 * knows failures, repetitions and other answers: a GET may be repeated.
 */
@Injectable()
export class MediaPipe implements OnApplicationShutdown {
  private readonly origin: URL;
  private readonly busy = new Set<MediaConnection>();
  private readonly free: MediaConnection[] = [];

  constructor(private readonly config: GatewayConfig) {
    this.origin = new URL(config.CAPTURE_UPSTREAM_RECORDINGS);
  }

  /** Resolves false when nothing was sent to the caller, who is still there; true when it was answered, or has left. */
  async send(call: MediaCall, response: ServerResponse): Promise<boolean> {
    if (this.origin.protocol !== 'http:' || this.busy.size >= MAX_PIPED_ANSWERS) return false;
    const head = composeGet(this.origin.host, call.path, call.headers);
    if (head === undefined) return false;
    const connection = this.take();
    const leave = (): void => {
      if (!response.writableFinished) connection.destroy();
    };
    response.once('close', leave);
    try {
      return await this.exchange(connection, head, call, response);
    } finally {
      response.off('close', leave);
      this.giveBack(connection);
    }
  }

  onApplicationShutdown(): void {
    for (const connection of [...this.busy, ...this.free]) connection.destroy();
  }

  private exchange(
    connection: MediaConnection,
    head: string,
    { returned, begun }: MediaCall,
    response: ServerResponse,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      let hasBegun = false;
      connection.get(head, this.config.CAPTURE_UPSTREAM_TIMEOUT_MS, {
        begun: ({ statusCode, headers }) => {
          if (statusCode !== 200 && statusCode !== 206) return undefined;
          hasBegun = true;
          begun();
          response.writeHead(statusCode, returned(headers));
          return (bytes, taken) => void response.write(bytes, taken);
        },
        ended: () => {
          response.end();
          resolve(true);
        },
        failed: () => {
          // The caller sees an answer that ends before its Content-Length.
          if (hasBegun) response.destroy();
          resolve(hasBegun || response.destroyed);
        },
      });
    });
  }

  private take(): MediaConnection {
    let connection = this.free.pop();
    while (connection && !this.isGood(connection)) {
      connection.destroy();
      connection = this.free.pop();
    }
    connection ??= new MediaConnection(this.origin);
    this.busy.add(connection);
    return connection;
  }

  private giveBack(connection: MediaConnection): void {
    this.busy.delete(connection);
    if (this.isGood(connection) && this.free.length < MAX_FREE) this.free.push(connection);
    else connection.destroy();
  }

  /** A connection leads to one process for good: it is renewed, so that new processes get their share. */
  private isGood(connection: MediaConnection): boolean {
    return (
      connection.isFree &&
      performance.now() - connection.openedAt < this.config.CAPTURE_UPSTREAM_CONNECTION_MS
    );
  }
}
