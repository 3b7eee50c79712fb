/** A participant's socket: opened again as often as it breaks, until the room says that it is over. */
import type { ClientMessage, ServerMessage } from './messages.js';

/** Why a socket is not opened again. */
export type ClosedReason =
  | 'left'
  | 'ended'
  /** Another page of the same person took over. */
  | 'replaced'
  | 'removed'
  | 'link_expired'
  | 'session_closed'
  | 'session_full';

export interface SocketListeners {
  onMessage: (message: ServerMessage) => void;
  onOnline: (isOnline: boolean) => void;
  onClosed: (reason: ClosedReason) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 3_000;
/** After too many messages or handshakes. */
const BRAKED_PAUSE_MS = 10_000;
/** A handshake or an answer that takes longer will not come. */
const PATIENCE_MS = 4_000;

export class RoomSocket {
  readonly #url: string;
  readonly #token: string;
  readonly #listeners: SocketListeners;
  #socket: WebSocket | undefined;
  #refusal = '';
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  readonly #done = new AbortController();

  constructor(url: string, token: string, listeners: SocketListeners) {
    this.#url = url;
    this.#token = token;
    this.#listeners = listeners;
    const options = { signal: this.#done.signal };
    globalThis.addEventListener?.('online', () => this.#hurry(), options);
    // What was open when the network went away will not say so.
    globalThis.addEventListener?.('offline', () => this.#drop(), options);
  }

  open(): void {
    const socket = new WebSocket(this.#url, ['capture.v1', `bearer.${this.#token}`]);
    this.#socket = socket;
    this.#refusal = '';
    this.#expectAnswer();
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#deadline);
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'error') this.#refusal = message.code;
      if (message.type === 'session.ended') this.#refusal = 'ended';
      if (message.type === 'welcome') {
        this.#failures = 0;
        this.#listeners.onOnline(true);
      }
      this.#listeners.onMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#closed(code);
    };
  }

  /** False when there is no connection; nothing is kept for later. */
  send(message: ClientMessage): boolean {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    if (message.type === 'clock.ping') this.#expectAnswer();
    return true;
  }

  /** `leave`: for good. Otherwise the seat stays for a while, as after a reload. */
  close(leave: boolean): void {
    this.#finish('left', false);
    this.#socket?.close(leave ? 1000 : 3000);
  }

  #expectAnswer(): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#drop(), PATIENCE_MS);
  }

  /** Gives the connection up without waiting for the other side, who may not hear of it. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket || this.#isOver) return;
    this.#socket = undefined;
    socket.close(3000);
    this.#closed(1006);
  }

  #closed(code: number): void {
    clearTimeout(this.#deadline);
    if (this.#isOver) return;
    const reason = closedReason(code, this.#refusal);
    if (reason) return this.#finish(reason, true);
    this.#listeners.onOnline(false);
    const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
    const pauseMs = code === 4429 ? BRAKED_PAUSE_MS : backoff * (0.5 + Math.random() / 2);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), pauseMs);
  }

  #hurry(): void {
    if (this.#isOver || this.#socket?.readyState === WebSocket.OPEN) return;
    this.#failures = 0;
    this.#drop();
    clearTimeout(this.#timer);
    this.open();
  }

  #finish(reason: ClosedReason, isTold: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    this.#done.abort();
    if (isTold) this.#listeners.onClosed(reason);
  }
}

/** Null for an end after which connecting again makes sense. */
export function closedReason(code: number, refusal: string): ClosedReason | null {
  if (refusal === 'ended' || code === 1000) return 'ended';
  if (code === 4000) return 'replaced';
  if (code === 4401) return 'link_expired';
  if (code === 4403) return 'removed';
  if (code === 4409) return refusal === 'session_full' ? 'session_full' : 'session_closed';
  return null;
}
