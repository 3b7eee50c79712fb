import type { ValidationPipe } from '@nestjs/common';
import { AppError, checkJsonText, invalidField, MESSAGE_LIMITS } from '@capture/contracts';
import { validationPipe } from '@capture/platform';
import type { RawData, WebSocket } from 'ws';
import type { ParticipantPrincipal } from '../rooms/room-access.service.js';
import { CLIENT_MESSAGES, type ClientMessage, type ServerMessage } from '../rooms/room-messages.js';
import { explain, refuse } from './room-refusal.js';

/** Messages of one socket that may wait to be handled. */
const MAX_WAITING = 100;
/** Messages per window; a lively room stays far below. */
const MAX_MESSAGES = 200;
const WINDOW_MS = 10_000;
/** Bytes buffered for a client that does not read. */
const MAX_UNSENT_BYTES = 1024 * 1024;

const pipe: ValidationPipe = validationPipe();

interface ConnectionEvents {
  message(message: ClientMessage): Promise<void>;
  /** Called once. `code` is the client's, or 1006 when the connection broke. */
  close(code: number): Promise<void>;
}

/**
 * One participant's socket. It arrives paused. Messages from the client are handled in order; messages to it wait until the
 * welcome has been sent.
 */
export class RoomConnection {
  /** Whether anything arrived since the last ping. */
  private alive = true;
  private waiting = 0;
  private counted = { since: 0, messages: 0 };
  private handled: Promise<void> = Promise.resolve();
  private unsent: string[] | undefined = [];
  private readonly ended: Promise<void>;

  constructor(
    readonly id: string,
    private readonly participant: Pick<ParticipantPrincipal, 'participantId' | 'signInId' | 'tokenHash'>,
    private readonly socket: WebSocket,
    /** What the room's clock showed at an instant of `performance.now()`. */
    private readonly serverTime: (instant: number) => number,
    private readonly events: ConnectionEvents,
  ) {
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('pong', () => (this.alive = true));
    this.ended = new Promise((resolve) => {
      socket.once('close', (code) => {
        void this.handled.then(() => this.answerErrors(events.close(code))).then(resolve);
      });
    });
    socket.resume();
  }

  get participantId(): string {
    return this.participant.participantId;
  }

  get signInId(): string | null {
    return this.participant.signInId;
  }

  get tokenHash(): string {
    return this.participant.tokenHash;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Whether the welcome has been sent: before it, the room does not know the socket. */
  get isWelcome(): boolean {
    return this.unsent === undefined;
  }

  /** Sends the first message, then those that waited for it. */
  welcome(message: ServerMessage): void {
    const unsent = this.unsent ?? [];
    this.unsent = undefined;
    this.send(message);
    for (const text of unsent) this.write(text);
  }

  send(message: ServerMessage): void {
    const text = JSON.stringify(message);
    if (this.unsent) this.unsent.push(text);
    else this.write(text);
  }

  close(code: number, reason = ''): void {
    this.socket.close(code, reason);
  }

  /** Resolves once the socket is closed and its end was handled; terminates one that sends no close frame in time. */
  async finish(code: number, withinMs: number): Promise<void> {
    this.close(code);
    const timer = setTimeout(() => this.socket.terminate(), withinMs);
    await this.ended.finally(() => clearTimeout(timer));
  }

  /** Terminates the socket when nothing arrived since the last call. */
  ping(): void {
    if (!this.alive) return this.socket.terminate();
    this.alive = false;
    if (this.isOpen) this.socket.ping();
  }

  private write(text: string): void {
    if (!this.isOpen) return;
    if (this.socket.bufferedAmount > MAX_UNSENT_BYTES) return this.socket.terminate();
    this.socket.send(text);
  }

  private receive(data: RawData, isBinary: boolean): void {
    const arrivedAt = performance.now();
    this.alive = true;
    if (this.waiting >= MAX_WAITING || this.isTooOften(arrivedAt)) {
      refuse(this.socket, new AppError('rate_limited', 'Too many messages; connect again and send fewer.'));
      return;
    }
    this.waiting += 1;
    this.handled = this.handled
      .then(() => this.answerErrors(this.handle(isBinary ? undefined : bytesOf(data), arrivedAt)))
      .finally(() => (this.waiting -= 1));
  }

  private isTooOften(now: number): boolean {
    if (now - this.counted.since >= WINDOW_MS) this.counted = { since: now, messages: 0 };
    this.counted.messages += 1;
    return this.counted.messages > MAX_MESSAGES;
  }

  private async handle(text: Buffer | undefined, arrivedAt: number): Promise<void> {
    const message = await parse(text);
    if (message.type !== 'clock.ping') return this.events.message(message);
    const t1 = this.serverTime(arrivedAt);
    // On from t1, so that an answer that is compared in between cannot turn the two round.
    this.send({ type: 'clock.pong', t0: message.t0, t1, t2: t1 + performance.now() - arrivedAt });
  }

  /** Answers a refused message with an error; the socket stays open. */
  private async answerErrors(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.send(explain(error));
    }
  }
}

function bytesOf(data: RawData): Buffer {
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
}

/** @throws AppError `invalid_input` naming the field. */
async function parse(text: Buffer | undefined): Promise<ClientMessage> {
  const value = readJson(text);
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(CLIENT_MESSAGES, type)) {
    const known = Object.keys(CLIENT_MESSAGES).join(', ');
    throw invalidField('type', 'not_allowed', `A message is a JSON object whose type is one of: ${known}.`);
  }
  const metatype = CLIENT_MESSAGES[type as keyof typeof CLIENT_MESSAGES];
  return (await pipe.transform(value, { type: 'body', metatype })) as ClientMessage;
}

/** @throws AppError `invalid_input` for one that holds too much. */
function readJson(text: Buffer | undefined): unknown {
  if (text !== undefined) checkJsonText(text, MESSAGE_LIMITS);
  try {
    return text === undefined ? undefined : JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
