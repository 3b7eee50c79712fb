import {
  EnumField,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  ONE_LINE,
  StringField,
  StringListField,
  TimestampField,
} from '@capture/contracts';
import type { Joined } from './room.service.js';
import { SessionResponse, toSession } from '../sessions/session.dto.js';

/** People whom a mesh of direct connections still carries; more record all the same. */
const MESH_PEOPLE = 4;

export class JoinRoom {
  @StringField({ max: 200, pattern: ONE_LINE, description: 'What the others see', example: 'Grace' })
  displayName: string;
}

export class HostRoom extends JoinRoom {
  @StringField({ optional: true, max: 200, description: 'From the host link; the host of record needs none' })
  hostToken?: string;
}

class IceServer {
  @StringListField({ description: 'STUN or TURN addresses', example: ['stun:stun.example.org'] })
  urls: string[];
}

class LiveResponse {
  @EnumField(['mesh'], { description: 'Everybody connects to everybody; `signal` messages set it up' })
  kind: 'mesh';
  @IntField({ description: 'People in the room up to which live conversation is meant to work', example: 4 })
  maxPeople: number;
  @NestedListField(() => IceServer) iceServers: IceServer[];
}

export class JoinedRoomResponse {
  @IdField('participant') participantId: string;
  @StringField({
    description: 'Shown once. Opens the socket until the session ends, and uploads until 14 days after',
  })
  participantToken: string;
  @NestedField(() => SessionResponse) session: SessionResponse;
  @NestedField(() => LiveResponse, { description: 'How the people hear and see each other' })
  live: LiveResponse;
  @TimestampField({ description: 'For a first idea of the clock offset; the socket measures it' })
  serverTime: string;
}

export function toJoined(joined: Joined, iceServers: string[], now: Date): JoinedRoomResponse {
  return {
    participantId: joined.participant.id,
    participantToken: joined.participantToken,
    session: toSession(joined.room, now),
    live: {
      kind: 'mesh',
      maxPeople: MESH_PEOPLE,
      iceServers: iceServers.length === 0 ? [] : [{ urls: iceServers }],
    },
    serverTime: now.toISOString(),
  };
}
