import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { errorsHeard, type UpstreamAnswer, type UpstreamCall } from './upstream-call.js';

type HeaderValue = number | string | readonly string[];

/** Calls between parts of one process come over no connection; this stands where a service would look at it. */
const NO_CONNECTION = new Socket();

class NoBody extends Readable {
  override _read(): void {
    this.push(null);
  }
}

/** The request as a service's HTTP server would give it to its handlers: the body's own stream, with a head. */
function requestOf({ method, path, headers, body }: UpstreamCall): IncomingMessage {
  const chunked = body !== null && headers['content-length'] === undefined;
  const head = {
    method,
    url: path,
    headers: { ...headers, host: 'localhost', ...(chunked && { 'transfer-encoding': 'chunked' }) },
    rawHeaders: [],
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    socket: NO_CONNECTION,
    complete: body === null,
  };
  return Object.assign(body ?? new NoBody(), head) as unknown as IncomingMessage;
}

/** What a service answers into: the parts of Node's `ServerResponse` that Fastify and its plugins use. */
class InProcessResponse extends Writable {
  statusCode = 200;
  headersSent = false;
  private readonly fields: Record<string, string | string[]> = {};
  /** Set when the body comes in several pieces. */
  private stream: Readable | undefined;
  private proceed: (() => void) | undefined;

  /** @param ended called before anybody can learn that the answer has ended */
  constructor(
    private readonly answered: (answer: UpstreamAnswer) => void,
    private readonly ended: () => void,
  ) {
    super({ decodeStrings: true });
  }

  setHeader(name: string, value: HeaderValue): this {
    this.fields[name.toLowerCase()] = typeof value === 'object' ? [...value] : String(value);
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.fields[name.toLowerCase()];
  }

  hasHeader(name: string): boolean {
    return name.toLowerCase() in this.fields;
  }

  removeHeader(name: string): void {
    delete this.fields[name.toLowerCase()];
  }

  getHeaders(): OutgoingHttpHeaders {
    return { ...this.fields };
  }

  getHeaderNames(): string[] {
    return Object.keys(this.fields);
  }

  writeHead(statusCode: number, headers: OutgoingHttpHeaders = {}): this {
    this.statusCode = statusCode;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value);
    this.headersSent = true;
    return this;
  }

  /** A body that ends with its first piece is given as it is, without a stream for it. */
  override end(...given: unknown[]): this {
    const [body] = given;
    if (this.stream || this.writableEnded || this.destroyed) return super.end(body);
    this.ended();
    this.answer(typeof body === 'string' || body instanceof Uint8Array ? body : '');
    return super.end();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.stream) {
      this.stream = new Readable({
        read: () => this.resume(),
        destroy: (error, closed) => this.cut(error, closed),
      });
      this.answer(errorsHeard(this.stream));
    }
    this.proceed = done;
    if (this.stream.push(chunk)) this.resume();
  }

  override _final(done: () => void): void {
    this.ended();
    this.stream?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.stream?.destroy(error ?? new Error('The answer was cut off.'));
    done(error);
  }

  private answer(body: UpstreamAnswer['body']): void {
    this.headersSent = true;
    this.answered({ statusCode: this.statusCode, headers: this.fields as IncomingHttpHeaders, body });
  }

  private resume(): void {
    const { proceed } = this;
    this.proceed = undefined;
    proceed?.();
  }

  /** Who read the answer wants no more of it. */
  private cut(error: Error | null, closed: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.destroy();
    closed(error);
  }
}

/**
 * Sends a call to a service in this very process, without a connection: two ends of HTTP would cost more than everything
 * that is done with the call. The service sees the same request, and its answer is the same, as over HTTP.
 */
export function callInProcess(listener: RequestListener, call: UpstreamCall): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const { signal, body } = call;
    signal.throwIfAborted();
    const request = requestOf(call);
    // The rest of a body belongs to its connection again (`linger`): this comes before the caller's answer can end.
    const letBodyGo = (): void => void body?.destroy();
    const response = new InProcessResponse(resolve, letBodyGo);
    const give = (error: unknown): void => {
      letBodyGo();
      reject(error as Error);
      response.destroy();
    };
    const aborted = (): void => give(signal.reason);
    signal.addEventListener('abort', aborted, { once: true });
    response.once('close', () => {
      signal.removeEventListener('abort', aborted);
      if (!response.headersSent) give(new Error('The service gave no answer.'));
    });
    response.on('error', () => undefined);
    body?.on('error', give);
    listener(request, response as unknown as ServerResponse);
  });
}
