import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { errorsHeard, type UpstreamAnswer, type UpstreamCall } from './upstream-call.js';

/** Answers up to this long are held in memory: a stream for each costs more than its bytes. */
const SMALL_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(problem\+)?json\b/;

function isSmall(headers: IncomingHttpHeaders): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return length > 0 && length <= SMALL_BYTES;
}

/** A text is sent in one piece with its head, bytes are not. JSON is UTF-8 (RFC 8259), so that nothing is lost. */
function textOrBytes(bytes: Buffer, { 'content-type': type = '' }: IncomingHttpHeaders): string | Buffer {
  return JSON_TYPE.test(type) ? bytes.toString() : bytes;
}

/** One call over a connection, with the stream of a large answer and none for a small one. */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private head: Pick<UpstreamAnswer, 'statusCode' | 'headers'> | undefined;
  private stream: Readable | undefined;
  private readonly pieces: Buffer[] = [];
  private ended = false;

  constructor(
    private readonly call: UpstreamCall,
    private readonly resolve: (answer: UpstreamAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    call.signal.addEventListener('abort', this.abort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.call.signal.aborted) this.abort();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (statusCode < 200) return;
    this.head = { statusCode, headers };
    if (isSmall(headers) && this.call.method !== 'HEAD') return;
    this.stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, closed) => {
        if (!this.ended) controller.abort(error ?? new Error('The answer is not wanted any more.'));
        closed(error);
      },
    });
    this.resolve({ ...this.head, body: errorsHeard(this.stream) });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (!this.stream) this.pieces.push(piece);
    else if (!this.stream.push(piece)) controller.pause();
  }

  onResponseEnd(): void {
    this.end();
    if (this.stream) this.stream.push(null);
    else if (this.head)
      this.resolve({ ...this.head, body: textOrBytes(Buffer.concat(this.pieces), this.head.headers) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end();
    this.stream?.destroy(error);
    this.reject(error);
  }

  private readonly abort = (): void => {
    const reason = this.call.signal.reason as Error;
    this.controller?.abort(reason);
    this.reject(reason);
  };

  private end(): void {
    this.ended = true;
    this.call.signal.removeEventListener('abort', this.abort);
  }
}

/** Sends a call over a connection of `pool` and resolves with the head of the answer. @throws Error of undici */
export function exchange(pool: Dispatcher, call: UpstreamCall): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    call.signal.throwIfAborted();
    pool.dispatch(call, new Exchange(call, resolve, reject));
  });
}
