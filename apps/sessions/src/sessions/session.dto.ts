import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  NextCursorField,
  StringField,
  TimestampField,
  type Page,
} from '@capture/contracts';
import type { Participant } from './participant.model.js';
import { statusOf, type SessionStatus } from './session.model.js';
import { LISTED_PARTICIPANTS, type Room } from './session.repository.js';
import type { Take } from './take.repository.js';

export class ParticipantDto {
  @IdField('participant', { description: 'Stable for the session' }) participantId: string;
  @BooleanField() isGuest: boolean;
  @StringField({ max: 200, example: 'Grace' }) displayName: string;
  @IdField('invite', { nullable: true, description: 'What a guest came with' }) inviteId: string | null;
  @TimestampField() joinedAt: string;
  @TimestampField({ nullable: true }) leftAt: string | null;
  @TimestampField({ nullable: true, description: 'When the host or a key removed them' })
  removedAt: string | null;
}

export class SessionDto {
  @IdField('session') id: string;
  @StringField({ description: 'Short handle that people type', example: 'kfw-3nq-x7d' }) roomCode: string;
  @EnumField(['open', 'closed', 'expired']) status: SessionStatus;
  @IntField({ description: 'Guests the room holds at once; the host does not count', example: 4 })
  maxGuests: number;
  @TimestampField() createdAt: string;
  @TimestampField({ description: 'When an open room stops accepting people' }) expiresAt: string;
  @TimestampField({ nullable: true }) endedAt: string | null;
  @IntField({ description: 'People who joined, the host included', example: 3 }) participantCount: number;
  @NestedListField(() => ParticipantDto, {
    description: `In the order of joining. Lists of sessions show the first ${LISTED_PARTICIPANTS}; read the session for the others`,
  })
  participants: ParticipantDto[];
}

export class SessionTakeDto {
  @IntField({ min: 1 }) takeNumber: number;
  @TimestampField({ description: 'When everybody started, on the server’s clock' }) startedAt: string;
  @TimestampField({ nullable: true, description: 'Null while it is recorded' }) stoppedAt: string | null;
}

export class SessionDetailsDto extends SessionDto {
  @NestedListField(() => SessionTakeDto) takes: SessionTakeDto[];
}

export class SessionPageDto implements Page<SessionDto> {
  @NestedListField(() => SessionDto) data: SessionDto[];
  @NextCursorField() nextCursor: string | null;
}

export class OpenedSessionDto {
  @NestedField(() => SessionDto) session: SessionDto;
  @StringField({ description: 'For guests; it is the whole credential', format: 'uri' }) joinUrl: string;
  @StringField({ description: 'For the host, who signs in', format: 'uri' }) hostUrl: string;
  @IdField('invite') inviteId: string;
  @StringField({ description: 'Shown once; valid until the session expires' }) inviteToken: string;
  @StringField({ description: 'Shown once; valid until the session expires' }) hostToken: string;
}

function toParticipant(participant: Participant): ParticipantDto {
  const { id, isGuest, displayName, inviteId, joinedAt, leftAt, removedAt } = participant;
  return {
    participantId: id,
    isGuest,
    displayName,
    inviteId,
    joinedAt: joinedAt.toISOString(),
    leftAt: leftAt?.toISOString() ?? null,
    removedAt: removedAt?.toISOString() ?? null,
  };
}

/** @param participantCount of all who joined, where the room comes without some of them */
export function toSession(room: Room, now: Date, participantCount = room.participants.length): SessionDto {
  return {
    id: room.id,
    roomCode: room.roomCode,
    status: statusOf(room, now),
    maxGuests: room.maxGuests,
    createdAt: room.createdAt.toISOString(),
    expiresAt: room.expiresAt.toISOString(),
    endedAt: room.endedAt?.toISOString() ?? null,
    participantCount,
    participants: room.participants.map(toParticipant),
  };
}

export function toSessionDetails(room: Room, takes: readonly Take[], now: Date): SessionDetailsDto {
  return {
    ...toSession(room, now),
    takes: takes.map(({ takeNumber, startsAt, stoppedAt }) => ({
      takeNumber,
      startedAt: startsAt.toISOString(),
      stoppedAt: stoppedAt?.toISOString() ?? null,
    })),
  };
}
