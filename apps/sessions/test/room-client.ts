import { until } from '@capture/testing';
import { WebSocket } from 'ws';
import type { ServerMessage } from '../src/rooms/room-messages.js';

type Said<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** A participant's socket that keeps what it hears. */
export class RoomClient {
  readonly heard: ServerMessage[] = [];
  closed: { code: number; reason: string } | undefined;
  private readonly socket: WebSocket;

  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, ['capture.v1'], { headers });
    this.socket.on('message', (data: Buffer) =>
      this.heard.push(JSON.parse(data.toString()) as ServerMessage),
    );
    this.socket.on('close', (code, reason) => (this.closed = { code, reason: reason.toString() }));
    this.socket.on('error', () => undefined);
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  say(message: object): void {
    this.sayText(JSON.stringify(message));
  }

  sayText(text: string | Buffer): void {
    this.socket.send(text);
  }

  /** The first message of this type that `matches`, once it is there. */
  async hear<T extends ServerMessage['type']>(
    type: T,
    matches: (message: Said<T>) => boolean = () => true,
  ): Promise<Said<T>> {
    const find = (): Said<T> | undefined =>
      this.heard.find((message): message is Said<T> => message.type === type && matches(message as Said<T>));
    await until(`${type} among ${this.heard.length} messages`, () => find() !== undefined);
    const found = find();
    if (!found) throw new Error('it was there a moment ago');
    return found;
  }

  async ended(): Promise<{ code: number; reason: string }> {
    await until('the socket to close', () => this.closed !== undefined);
    return this.closed ?? { code: 0, reason: '' };
  }

  /** Leaves for good, as a person does who presses the button. */
  leave(): void {
    this.socket.close(1000);
  }

  /** As a closed lid does. */
  cut(): void {
    this.socket.terminate();
  }
}
