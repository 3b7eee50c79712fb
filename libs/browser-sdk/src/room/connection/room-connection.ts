/** The room as this page sees it: its socket, its clock and its state. */
import type { Emitter } from '../../client/emitter.js';
import type { ClientMessage, ServerMessage } from './messages.js';
import { deviceNow, RoomClock } from './room-clock.js';
import { RoomSocket, type ClosedReason } from './room-socket.js';
import { after, newRoomState, type RoomState } from './room-state.js';

export interface ConnectionEvents {
  /** The state is another one. */
  change: RoomState;
  /** Every message, after the state has taken it in. */
  message: ServerMessage;
  closed: ClosedReason;
  /** The device's clock is another one, as after a sleep of the machine. */
  clock: void;
}

/** Between two looks at whether the machine has slept. */
const LOOK_MS = 500;
const PINGS_AT_FIRST = 8;
const PING_MS = 10_000;

export class RoomConnection {
  readonly clock = new RoomClock(() => this.#events.emit('clock', undefined));
  readonly #events: Emitter<ConnectionEvents>;
  readonly #socket: RoomSocket;
  #state: RoomState;
  #pings = 0;
  /** Whether the server computes how this device's clock compares, from what its pings tell. */
  #isCompared = false;
  #answered: { t0: number; t3: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;

  constructor(
    { url, token, participantId }: { url: string; token: string; participantId: string },
    events: Emitter<ConnectionEvents>,
  ) {
    this.#events = events;
    this.#state = newRoomState(participantId);
    this.#socket = new RoomSocket(url, token, {
      onMessage: (message) => this.#receive(message),
      onOnline: (isOnline) => this.#set({ ...this.#state, connection: isOnline ? 'online' : 'reconnecting' }),
      onClosed: (closed) => this.#close(closed),
    });
  }

  get state(): RoomState {
    return this.#state;
  }

  open(): void {
    this.#socket.open();
    this.#looking = setInterval(() => this.clock.look() && this.#ping(), LOOK_MS);
  }

  /** False when there is no connection: nothing is kept for later. */
  send(message: ClientMessage): boolean {
    return this.#socket.send(message);
  }

  /** Leaves the seat at once with `leave`; without it, the seat stays for a while, as after a reload. */
  close(leave: boolean): void {
    this.#stop();
    this.#socket.close(leave);
    this.#set({ ...this.#state, connection: 'closed', closed: 'left' });
  }

  #receive(message: ServerMessage): void {
    const arrivedAt = deviceNow();
    if (message.type === 'clock.pong') {
      this.clock.add(message.t0, message.t1, message.t2, arrivedAt);
      this.#answered = { t0: message.t0, t3: arrivedAt };
      if (this.#pings < PINGS_AT_FIRST) this.#ping();
    }
    if (message.type === 'welcome') {
      this.clock.guess(message.serverTime, arrivedAt);
      this.#pings = 0;
      this.#isCompared = !!message.version;
      this.#ping();
    }
    // A server that does not compare clocks refuses what it would need for that, and the ping with it.
    if (message.type === 'error' && /^(clockId|answered)/.test(message.field ?? '') && this.#isCompared) {
      this.#isCompared = false;
      this.#ping();
    }
    this.#set(after(this.#state, message));
    this.#events.emit('message', message);
  }

  #ping(): void {
    clearTimeout(this.#timer);
    this.#pings++;
    const answered = this.#answered;
    const compared = this.#isCompared && { clockId: this.clock.id, ...(answered && { answered }) };
    this.#answered = undefined;
    this.#socket.send({ type: 'clock.ping', t0: deviceNow(), ...compared });
    this.#timer = setTimeout(() => this.#ping(), PING_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
  }

  #close(closed: ClosedReason): void {
    this.#stop();
    this.#set({
      ...this.#state,
      connection: 'closed',
      closed,
      take: { ...this.#state.take, recording: false },
    });
    this.#events.emit('closed', closed);
  }

  #set(state: RoomState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#events.emit('change', state);
  }
}
