import { AppError } from '@capture/contracts';
import type { RawData, WebSocket } from 'ws';
import type { ParticipantPrincipal } from '../rooms/room-access.service.js';
import type { ClockSample } from '../alignment/clock-fit.model.js';
import type { RoomClock } from '../clock/room-clock.js';
import type { ClientMessage, ClockPing } from '../messages/client-messages.js';
import type { ServerMessage, Welcome } from '../messages/server-messages.js';
import { ClockExchanges } from './clock-exchanges.js';
import { Pace } from './pace.js';
import { readArrived, toMessage } from './read-message.js';
import { explain, refuse } from './room-refusal.js';
import { ToldTakes } from './told-takes.js';

/** Messages of one socket that may wait to be handled. */
const MAX_WAITING = 100;
/** Messages per window; a lively room stays far below. */
const MAX_MESSAGES = 200;
const WINDOW_MS = 10_000;
/** Of them, messages that people write to each other. */
const MAX_CHATS = 20;
/** Bytes buffered for a client that does not read. */
const MAX_UNSENT_BYTES = 1024 * 1024;

interface ConnectionEvents {
  message(message: ClientMessage): Promise<void>;
  /** The client's clock was compared with the room's. */
  compared(clockId: string, sample: ClockSample & { bucket: number }): Promise<void>;
  /** Called once. `code` is the client's, or 1006 when the connection broke. */
  close(code: number): Promise<void>;
}

/**
 * One participant's socket. It arrives paused. Messages from the client are handled in order; these and messages to it wait
 * until the welcome has been sent. Without a welcome, and after the socket was closed from here, nothing that arrives is obeyed.
 */
export class RoomConnection {
  /** Whether anything arrived since the last ping. */
  private alive = true;
  /** Closed from here. A client that does not answer the close frame can go on sending for half a minute. */
  private isClosing = false;
  private waiting = 0;
  private readonly messages = new Pace(MAX_MESSAGES, WINDOW_MS);
  private readonly exchanges = new ClockExchanges();
  private readonly toldTakes = new ToldTakes();
  private readonly chats = new Pace(MAX_CHATS, WINDOW_MS);
  private admit: () => void = () => undefined;
  /** Resolves with the welcome or, where there is none, with the end of the socket. */
  private handled = new Promise<void>((resolve) => (this.admit = resolve));
  private unsent: ServerMessage[] | undefined = [];
  private readonly ended: Promise<void>;

  constructor(
    readonly id: string,
    private readonly participant: Pick<ParticipantPrincipal, 'participantId' | 'signInId' | 'tokenHash'>,
    private readonly socket: WebSocket,
    private readonly clock: Pick<RoomClock, 'at' | 'uncertaintyAt'>,
    private readonly events: ConnectionEvents,
  ) {
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('pong', () => (this.alive = true));
    this.ended = new Promise((resolve) => {
      socket.once('close', (code) => {
        this.admit();
        void this.handled.then(() => this.answerErrors(() => events.close(code))).then(resolve);
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

  /** Sends the first message, then those that waited for it and are not in it. */
  welcome(message: Welcome): void {
    const unsent = this.unsent ?? [];
    this.unsent = undefined;
    this.send(message);
    for (const waiting of newsAfter(message, unsent)) this.send(waiting);
    this.admit();
  }

  send(message: ServerMessage): void {
    if (this.unsent) this.unsent.push(message);
    else if (this.toldTakes.isNews(message)) this.write(JSON.stringify(message));
  }

  close(code: number, reason = ''): void {
    this.isClosing = true;
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
    if (this.isClosing) return;
    const arrivedAt = performance.now();
    this.alive = true;
    if (this.waiting >= MAX_WAITING || !this.messages.allows(arrivedAt)) {
      this.isClosing = true;
      refuse(this.socket, new AppError('rate_limited', 'Too many messages; connect again and send fewer.'));
      return;
    }
    this.waiting += 1;
    const text = isBinary ? undefined : bytesOf(data);
    this.handled = this.handled.then(() => this.handle(text, arrivedAt)).finally(() => (this.waiting -= 1));
  }

  private async handle(text: Buffer | undefined, arrivedAt: number): Promise<void> {
    if (!this.isWelcome) return;
    let id: string | undefined;
    await this.answerErrors(
      async () => {
        const arrived = readArrived(text);
        ({ id } = arrived);
        await this.obey(await toMessage(arrived), arrivedAt);
      },
      () => id,
    );
  }

  private async obey(message: ClientMessage, arrivedAt: number): Promise<void> {
    if (message.type === 'chat' && !this.chats.allows(arrivedAt))
      throw new AppError('rate_limited', `At most ${MAX_CHATS} chat messages in ${WINDOW_MS / 1000} s.`);
    if (message.type !== 'clock.ping') return this.events.message(message);
    return this.tellTime(message, arrivedAt);
  }

  private async tellTime({ t0, clockId = '', answered }: ClockPing, arrivedAt: number): Promise<void> {
    const t1 = this.clock.at(arrivedAt);
    // On from t1, so that an answer that is compared in between cannot turn the two round.
    const t2 = t1 + performance.now() - arrivedAt;
    this.send({ type: 'clock.pong', t0, t1, t2 });
    const sample = answered && this.exchanges.arrived(answered, clockId);
    this.exchanges.answered({ t0, t1, t2, serverUncertaintyMs: this.clock.uncertaintyAt(arrivedAt) });
    if (sample) await this.events.compared(clockId, sample);
  }

  /** Answers a refused message with an error; the socket stays open. */
  private async answerErrors(
    work: () => Promise<void>,
    messageId: () => string | undefined = () => undefined,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.send(explain(error, messageId()));
    }
  }
}

function bytesOf(data: RawData): Buffer {
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
}

/**
 * What waited for a welcome and is not in it: presence from before the participant's own connection is, and so are chat
 * messages with an id of the welcome. Two who connect at once would otherwise each take the other for the newcomer.
 */
function newsAfter({ participantId, chat }: Welcome, waiting: readonly ServerMessage[]): ServerMessage[] {
  const own = waiting.findLastIndex(
    (message) =>
      message.type === 'presence' &&
      message.participant.participantId === participantId &&
      message.participant.connected,
  );
  const said = new Set(chat.map(({ chatId }) => chatId));
  return waiting.filter((message, index) => {
    if (message.type === 'presence') return index > own;
    return message.type !== 'chat' || !said.has(message.chatId);
  });
}
