// A person in a room, whose page connects its socket again whenever it ends.
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../control/until.js';
import type { Client } from './client.js';
import type { Installation } from '../proofs/installation.js';

const RECONNECT_MS = 250;

interface Opened {
  session: { id: string; roomCode: string };
  inviteToken: string;
}

export class Room {
  /** How each connection ended, in order. */
  readonly ends: number[] = [];
  private socket: WebSocket | undefined;
  private welcome = false;
  private leaving = false;

  private constructor(
    private readonly client: Client,
    private readonly sessionId: string,
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Opens a room, and resolves once somebody is in there. */
  static async open({ url }: Installation, client: Client): Promise<Room> {
    const { session, inviteToken } = await client.expect<Opened>('POST', '/v1/sessions');
    const { participantToken } = await client
      .as(inviteToken)
      .expect<{ participantToken: string }>('POST', `/v1/rooms/${session.roomCode}/join`, {
        displayName: 'Grace',
      });
    const address = `${url.replace(/^http/, 'ws')}/api/v1/rooms/${session.id}/socket`;
    const room = new Room(client, session.id, address, participantToken);
    room.connect();
    await room.connected();
    return room;
  }

  private connect(): void {
    const socket = new WebSocket(this.url, ['capture.v1', `bearer.${this.token}`]);
    this.socket = socket;
    socket.addEventListener('message', () => (this.welcome = true));
    socket.addEventListener('close', ({ code }) => {
      if (this.leaving) return;
      if (this.welcome) this.ends.push(code);
      this.welcome = false;
      void pause(RECONNECT_MS).then(() => this.connect());
    });
  }

  connected(): Promise<void> {
    return until('the socket of a room to be connected', () => this.welcome);
  }

  /** True while nobody else in the room would have been told that this person left. */
  async isPresent(): Promise<boolean> {
    const { participants } = await this.client.expect<{ participants: { leftAt: string | null }[] }>(
      'GET',
      `/v1/sessions/${this.sessionId}`,
    );
    return participants.length === 1 && participants[0]?.leftAt === null;
  }

  leave(): void {
    this.leaving = true;
    this.socket?.close();
  }
}
