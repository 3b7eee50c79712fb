import { connect, type Socket } from 'node:net';
import { parseHead, type AnswerHead } from './media-head.js';

/** Read into in turns: one is filled while the other is sent on. */
const BUFFER_BYTES = 128 * 1024;
const MAX_HEAD_BYTES = 16 * 1024;
/** A service that sends nothing for so long, while its bytes are wanted, sends no more. */
const SILENCE_MS = 300_000;

/** Takes bytes, and calls back once it needs them no more. */
export type ByteSink = (bytes: Buffer, taken: (error?: Error | null) => void) => void;

interface Exchange {
  /** The answer has begun: where to send its body. Undefined to have nothing of it. */
  begun: (head: AnswerHead) => ByteSink | undefined;
  /** All of the body was taken. */
  ended: () => void;
  failed: (error: Error) => void;
}

/**
 * A connection to a service for answers with media. Its bytes are read into the same two buffers again and again and handed on
 * from there: as chunks of their own, through two parsers and a stream, they cost four times the processor time.
 */
export class MediaConnection {
  readonly openedAt = performance.now();
  private readonly buffers = [0, 1].map(() => Buffer.allocUnsafeSlow(BUFFER_BYTES));
  private readonly socket: Socket;
  private exchange: Exchange | undefined;
  private sink: ByteSink | undefined;
  private headText = '';
  private turn = 0;
  /** Buffers whose bytes are still needed. */
  private lent = 0;
  /** Bytes of the body that have not come yet. */
  private missing = 0;
  private keepsAlive = true;

  constructor(origin: URL) {
    this.socket = connect({
      host: origin.hostname.replace(/^\[|\]$/g, ''),
      port: Number(origin.port || 80),
      noDelay: true,
      onread: {
        buffer: () => this.buffer,
        callback: (count) => this.read(this.buffer.subarray(0, count)),
      },
    });
    this.socket.on('error', (error) => this.lose(error));
    this.socket.on('end', () => this.lose(new Error('the service closed the connection')));
    this.socket.on('close', () => this.lose(new Error('the connection was closed')));
    // While the caller holds the bytes up, nobody waits for the service.
    this.socket.on('timeout', () => {
      if (this.lent === 0) this.fail(new Error('the service is silent'));
      else this.socket.setTimeout(SILENCE_MS);
    });
  }

  /** True between answers, as long as the service keeps the connection open. */
  get isFree(): boolean {
    return this.keepsAlive && !this.exchange && !this.socket.destroyed;
  }

  /** Sends the head of a GET. One exchange at a time. @param waitMs for the answer to begin */
  get(headText: string, waitMs: number, exchange: Exchange): void {
    this.exchange = exchange;
    this.headText = '';
    this.socket.setTimeout(waitMs);
    this.socket.write(headText, 'latin1');
  }

  /** Ends it, and with it what is under way. */
  destroy(): void {
    this.fail(new Error('the answer is not wanted any more'));
  }

  private get buffer(): Buffer {
    const buffer = this.buffers[this.turn];
    if (!buffer) throw new Error('there are two buffers');
    return buffer;
  }

  /** @returns whether there is a buffer for more */
  private read(bytes: Buffer): boolean {
    if (!this.exchange) this.fail(new Error('the service sent what nobody asked for'));
    else if (this.sink) this.pass(bytes);
    else this.readHead(bytes, this.exchange);
    return this.lent < this.buffers.length;
  }

  private readHead(bytes: Buffer, { begun }: Exchange): void {
    const before = this.headText.length;
    this.headText += bytes.toString('latin1', 0, MAX_HEAD_BYTES);
    const end = this.headText.indexOf('\r\n\r\n');
    if (end < 0) {
      if (this.headText.length >= MAX_HEAD_BYTES) this.fail(new Error('the head of the answer is too long'));
      return;
    }
    const head = parseHead(this.headText.slice(0, end));
    this.sink = head && begun(head);
    if (!head || !this.sink) return this.fail(new Error('the answer is none with media'));
    this.keepsAlive = head.keepsAlive;
    this.missing = head.bodyBytes;
    this.socket.setTimeout(SILENCE_MS);
    this.pass(bytes.subarray(end + 4 - before));
  }

  private pass(bytes: Buffer): void {
    if (bytes.length > this.missing) return this.fail(new Error('the answer is longer than it said'));
    this.missing -= bytes.length;
    if (bytes.length === 0) return this.missing === 0 ? this.end() : undefined;
    this.turn = 1 - this.turn;
    this.lent += 1;
    this.sink?.(bytes, (error) => {
      this.lent -= 1;
      if (error) this.fail(error);
      else if (this.missing === 0 && this.lent === 0) this.end();
      else if (!this.socket.destroyed) this.socket.resume();
    });
  }

  private end(): void {
    const { exchange } = this;
    this.exchange = this.sink = undefined;
    if (!this.keepsAlive) this.socket.destroy();
    else this.socket.resume();
    exchange?.ended();
  }

  /** Nothing more will come. An answer that has come as a whole is not harmed by that. */
  private lose(error: Error): void {
    this.keepsAlive = false;
    if (!this.sink || this.missing > 0) this.fail(error);
  }

  private fail(error: Error): void {
    const { exchange } = this;
    this.exchange = this.sink = undefined;
    this.socket.destroy();
    exchange?.failed(error);
  }
}
