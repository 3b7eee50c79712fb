import {
  AskingOrganizationDto,
  EnumField,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  NameField,
  StringField,
  TimestampField,
} from '@capture/contracts';
import { IceServer } from '../messages/ice-server.js';
import { SessionDto, toSession } from '../sessions/session.dto.js';
import type { Joined } from './room.service.js';

class JoinRoomDto {
  @NameField({ description: 'What the others see', example: 'Grace' })
  displayName: string;
}

export class JoinAsGuestDto extends JoinRoomDto {
  @StringField({
    optional: true,
    max: 200,
    description:
      'Of an earlier join, after a reload: gives the same participant and seat back; any other is ignored',
  })
  participantToken?: string;
}

export class HostRoomDto extends JoinRoomDto {
  @StringField({ optional: true, max: 200, description: 'From the host link; the host of record needs none' })
  hostToken?: string;
}

const ORGANIZATION = {
  nullable: true,
  description: 'Whose room it is; null until the organization has changed once since branding came to rooms',
} as const;

/** A room as it shows itself to who holds an invitation, before they enter. */
export class RoomAtTheDoorDto {
  @NestedField(() => AskingOrganizationDto, ORGANIZATION) organization: AskingOrganizationDto | null;
}

class LiveConversationDto {
  @EnumField(['mesh'], { description: 'Everybody connects to everybody; `signal` messages set it up' })
  kind: 'mesh';
  @IntField({ description: 'People who may be in the room at once: its guests and the host', example: 9 })
  maxPeople: number;
  @NestedListField(() => IceServer) iceServers: IceServer[];
}

const UPLOADS = ['after_take', 'while_recording'] as const;

/** What rooms are like on this installation. */
export interface RoomSettings {
  servers: IceServer[];
  upload: 'after-take' | 'while-recording';
  maxTrackBytes: number;
}

export class JoinedRoomDto {
  @IdField('participant') participantId: string;
  @StringField({
    description: 'Shown once. Opens the socket until the session ends, and uploads until 14 days after',
  })
  participantToken: string;
  @NestedField(() => SessionDto) session: SessionDto;
  @NestedField(() => LiveConversationDto, { description: 'How the people hear and see each other' })
  live: LiveConversationDto;
  @EnumField(UPLOADS, {
    description:
      'When a device sends what it records: once a take has stopped, or whole parts already while it goes on (`CAPTURE_ROOM_UPLOAD`)',
  })
  upload: (typeof UPLOADS)[number];
  @IntField({
    description: 'Largest track that is taken; a device that records more makes another track of it',
  })
  maxTrackBytes: number;
  @TimestampField({ description: 'For a first idea of the clock offset; the socket measures it' })
  serverTime: string;
}

export function toJoined(
  joined: Joined,
  { servers, upload, maxTrackBytes }: RoomSettings,
  now: Date,
): JoinedRoomDto {
  return {
    participantId: joined.participant.id,
    participantToken: joined.participantToken,
    session: toSession(joined.room, now),
    live: {
      kind: 'mesh',
      maxPeople: joined.room.maxGuests + 1,
      iceServers: servers,
    },
    upload: upload === 'while-recording' ? 'while_recording' : 'after_take',
    maxTrackBytes,
    serverTime: now.toISOString(),
  };
}
