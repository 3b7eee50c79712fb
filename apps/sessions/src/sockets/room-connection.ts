import type { ValidationPipe } from '@nestjs/common';
import { AppError, invalidField } from '@capture/contracts';
import { validationPipe } from '@capture/platform';
import type { RawData, WebSocket } from 'ws';
import { CLIENT_MESSAGES, type ClientMessage, type ServerMessage } from '../rooms/room-messages.js';
import { explain, refuse } from './room-refusal.js';

/** Messages of one socket that wait for the ones before them. */
const MOST_WAITING = 100;
/** Messages in a window; a lively room stays far below. */
const MOST_MESSAGES = 200;
const WINDOW_MS = 10_000;
/** Bytes for a client that does not read. */
const MOST_UNSENT = 1024 * 1024;

const pipe: ValidationPipe = validationPipe();

interface ConnectionEvents {
  message(message: ClientMessage): Promise<void>;
  /** Once; `code` is the client's, or 1006 when the connection broke. */
  close(code: number): Promise<void>;
}

/**
 * One participant's socket, which comes paused. What arrives is handled in order; what is said waits until the welcome
 * is out.
 */
export class RoomConnection {
  /** Whether anything was heard since the last ping. */
  private alive = true;
  private waiting = 0;
  private counted = { since: 0, messages: 0 };
  private handled: Promise<void> = Promise.resolve();
  private held: string[] | undefined = [];
  private readonly gone: Promise<void>;

  constructor(
    readonly id: string,
    readonly participantId: string,
    private readonly socket: WebSocket,
    private readonly now: () => number,
    private readonly events: ConnectionEvents,
  ) {
    socket.on('message', (data, isBinary) => this.hear(data, isBinary));
    socket.on('pong', () => (this.alive = true));
    this.gone = new Promise((resolve) => {
      socket.once('close', (code) => {
        void this.handled.then(() => this.settle(events.close(code))).then(resolve);
      });
    });
    socket.resume();
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Whether the room knows of it. */
  get isWelcome(): boolean {
    return this.held === undefined;
  }

  /** The first word; everything said before it follows. */
  welcome(message: ServerMessage): void {
    const held = this.held ?? [];
    this.held = undefined;
    this.send(message);
    for (const text of held) this.write(text);
  }

  send(message: ServerMessage): void {
    const text = JSON.stringify(message);
    if (this.held) this.held.push(text);
    else this.write(text);
  }

  close(code: number, reason = ''): void {
    this.socket.close(code, reason);
  }

  /** Resolves once the socket is closed and its end was handled; one that does not say good-bye is cut. */
  async finish(code: number, withinMs: number): Promise<void> {
    this.close(code);
    const timer = setTimeout(() => this.socket.terminate(), withinMs);
    await this.gone.finally(() => clearTimeout(timer));
  }

  /** Cuts the socket when nothing came back since the last call. */
  ping(): void {
    if (!this.alive) return this.socket.terminate();
    this.alive = false;
    if (this.isOpen) this.socket.ping();
  }

  private write(text: string): void {
    if (!this.isOpen) return;
    if (this.socket.bufferedAmount > MOST_UNSENT) return this.socket.terminate();
    this.socket.send(text);
  }

  private hear(data: RawData, isBinary: boolean): void {
    const t1 = this.now();
    this.alive = true;
    if (this.waiting >= MOST_WAITING || this.isTooOften(t1)) {
      refuse(this.socket, new AppError('rate_limited', 'Too many messages; connect again and send fewer.'));
      return;
    }
    this.waiting += 1;
    this.handled = this.handled
      .then(() => this.settle(this.handle(isBinary ? undefined : textOf(data), t1)))
      .finally(() => (this.waiting -= 1));
  }

  private isTooOften(now: number): boolean {
    if (now - this.counted.since >= WINDOW_MS) this.counted = { since: now, messages: 0 };
    this.counted.messages += 1;
    return this.counted.messages > MOST_MESSAGES;
  }

  private async handle(text: string | undefined, t1: number): Promise<void> {
    const message = await parse(text);
    if (message.type !== 'clock.ping') return this.events.message(message);
    this.send({ type: 'clock.pong', t0: message.t0, t1, t2: this.now() });
  }

  /** A message that is refused changes nothing, and the socket stays. */
  private async settle(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.send(explain(error));
    }
  }
}

function textOf(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString();
}

/** @throws AppError `invalid_input` naming the field. */
async function parse(text: string | undefined): Promise<ClientMessage> {
  const value = readJson(text);
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(CLIENT_MESSAGES, type)) {
    const known = Object.keys(CLIENT_MESSAGES).join(', ');
    throw invalidField('type', 'not_allowed', `A message is a JSON object whose type is one of: ${known}.`);
  }
  const metatype = CLIENT_MESSAGES[type as keyof typeof CLIENT_MESSAGES];
  return (await pipe.transform(value, { type: 'body', metatype })) as ClientMessage;
}

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
