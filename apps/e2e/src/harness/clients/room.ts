import { randomUUID } from 'node:crypto';
import { until } from '@capture/testing';
import { WebSocket } from 'ws';
import type { Api, CallOptions } from './api.js';
import { manifest, sendParts, type Grant } from './respondent.js';
import type { SignedInMember } from './signed-in-member.js';

export interface OpenedRoom {
  session: { id: string; roomCode: string; maxGuests: number };
  joinUrl: string;
  hostUrl: string;
  inviteId: string;
  inviteToken: string;
  hostToken: string;
}

export interface JoinedRoom {
  participantId: string;
  participantToken: string;
}

export type RoomMessage = { type: string } & Record<string, unknown>;

/** A participant's WebSocket, opened as a browser does. */
export class RoomSocket {
  readonly received: RoomMessage[] = [];
  closed: number | undefined;
  private readonly socket: WebSocket;

  constructor(baseUrl: string, sessionId: string, token: string) {
    const url = `${baseUrl.replace(/^http/, 'ws')}/api/v1/rooms/${sessionId}/socket`;
    this.socket = new WebSocket(url, ['capture.v1', `bearer.${token}`], {
      headers: { origin: 'https://elsewhere.example' },
    });
    this.socket.on('message', (data: Buffer) =>
      this.received.push(JSON.parse(data.toString()) as RoomMessage),
    );
    this.socket.on('close', (code) => (this.closed = code));
    this.socket.on('error', () => undefined);
  }

  send(message: RoomMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.socket.send(text);
  }

  receive(type: string, data: Record<string, unknown> = {}): Promise<RoomMessage> {
    const fits = (message: RoomMessage): boolean =>
      message.type === type && Object.entries(data).every(([name, value]) => message[name] === value);
    return until(`${type} in the room`, () => this.received.find(fits), 30_000);
  }

  closeCode(): Promise<number> {
    return until('the socket to close', () => this.closed, 30_000);
  }

  close(): void {
    this.socket.close(1000);
  }

  terminate(): void {
    this.socket.terminate();
  }
}

/** What a track's manifest says besides. */
export interface TrackFacts {
  durationSec?: number;
  manifest?: Record<string, unknown>;
}

export interface TrackUpload {
  open: () => Promise<string>;
  send: () => Promise<string>;
  complete: () => Promise<string>;
}

/** A participant of a room, with only what joining returned. */
export class RoomParticipant {
  private constructor(
    private readonly api: Api,
    private readonly sessionId: string,
    readonly joined: JoinedRoom,
  ) {}

  /** Joins by the invitation link alone. */
  static async guest(
    api: Api,
    joinUrl: string,
    sessionId: string,
    displayName: string,
  ): Promise<RoomParticipant> {
    const url = new URL(joinUrl);
    const path = `/v1/rooms/${url.pathname.split('/').at(-1)}/join`;
    const token = url.searchParams.get('t') ?? '';
    return new RoomParticipant(api, sessionId, await api.post<JoinedRoom>(path, { displayName }, { token }));
  }

  /** @param hostToken of the host link, for members whose key did not open the room */
  static async host(
    api: Api,
    member: SignedInMember,
    sessionId: string,
    hostToken?: string,
  ): Promise<RoomParticipant> {
    const body = { displayName: 'Host', ...(hostToken === undefined ? {} : { hostToken }) };
    const joined = await member.post<JoinedRoom>(`/sessions/${sessionId}/host`, body);
    return new RoomParticipant(api, sessionId, joined);
  }

  async connect(): Promise<RoomSocket> {
    const socket = new RoomSocket(this.api.baseUrl, this.sessionId, this.joined.participantToken);
    await socket.receive('welcome');
    return socket;
  }

  /** Opens a track and sends its parts, without completing it. */
  async upload(bytes: Buffer, takeNumber: number): Promise<{ complete: () => Promise<string> }> {
    const track = this.track(bytes, takeNumber);
    await track.open();
    await track.send();
    return track;
  }

  /** A track's upload, not begun. Each step returns the track's id and may be repeated. */
  track(bytes: Buffer, takeNumber: number, facts: TrackFacts = {}): TrackUpload {
    const { participantToken: token } = this.joined;
    const path = `/v1/rooms/${this.sessionId}/tracks`;
    const startedAt = new Date().toISOString();
    const clientTrackId = randomUUID();
    const body = { clientTrackId, takeNumber, kind: 'camera', contentType: 'video/mp4', startedAt };
    let opened = { trackId: '', partSize: 0 };
    let parts: { number: number; sha256: string }[] = [];
    return {
      open: async () => {
        opened = await this.api.post(path, body, { token });
        return opened.trackId;
      },
      send: async () => {
        const { trackId, partSize } = opened;
        parts = await sendParts(bytes, partSize, async (wanted) => {
          const options = { token, body: { parts: wanted } };
          const granted = `${path}/${trackId}/parts`;
          return (await this.api.expect<{ data: Grant[] }>(200, 'POST', granted, options)).data;
        });
        return trackId;
      },
      complete: async () => {
        const { durationSec = 1 } = facts;
        const whole = { parts, durationSec, manifest: { ...manifest(durationSec), ...facts.manifest } };
        await this.completed(`${path}/${opened.trackId}/complete`, { token, body: whole });
        return opened.trackId;
      },
    };
  }

  /** Calls again, as that answer asks for, where the service has not read the file within the time of a call. */
  private async completed(path: string, options: CallOptions, tries = 3): Promise<void> {
    const answer = await this.api.call<{ detail?: string }>('POST', path, options);
    const isBeingRead =
      answer.status === 503 && answer.body.detail?.startsWith('The file is still being read');
    if (isBeingRead && tries > 1) return this.completed(path, options, tries - 1);
    if (answer.status !== 201)
      throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}
