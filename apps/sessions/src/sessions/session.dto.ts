import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  PROMOTIONS,
  StringField,
  TimestampField,
  type Page,
  type Promotion,
} from '@capture/contracts';
import type { Participant } from './participant.model.js';
import { statusOf, type SessionStatus } from './session.model.js';
import type { Room } from './session.repository.js';

/** Routes that take no body refuse one with members in it. */
export class NoBody {}

export class ParticipantResponse {
  @IdField('participant', { description: 'Stable for the session' }) participantId: string;
  @BooleanField() isGuest: boolean;
  @StringField({ max: 200, example: 'Grace' }) displayName: string;
  @TimestampField() joinedAt: string;
  @TimestampField({ nullable: true }) leftAt: string | null;
}

export class SessionResponse {
  @IdField('session') id: string;
  @StringField({ description: 'Short handle that people type', example: 'kfw-3nq-x7d' }) roomCode: string;
  @EnumField(['open', 'closed', 'expired']) status: SessionStatus;
  @IntField({ description: 'Guests the room holds at once; the host does not count', example: 4 })
  maxGuests: number;
  @TimestampField() createdAt: string;
  @TimestampField({ description: 'When an open room stops accepting people' }) expiresAt: string;
  @TimestampField({ nullable: true }) endedAt: string | null;
  @NestedListField(() => ParticipantResponse) participants: ParticipantResponse[];
}

export class SessionPageResponse implements Page<SessionResponse> {
  @NestedListField(() => SessionResponse) data: SessionResponse[];
  @StringField({ nullable: true }) nextCursor: string | null;
}

export class InviteResponse {
  @StringField({ description: 'For guests; it is the whole credential', format: 'uri' }) joinUrl: string;
  @StringField({ description: 'Shown once' }) inviteToken: string;
  @TimestampField() expiresAt: string;
}

export class OpenedSessionResponse {
  @NestedField(() => SessionResponse) session: SessionResponse;
  @StringField({ description: 'For guests; it is the whole credential', format: 'uri' }) joinUrl: string;
  @StringField({ description: 'For the host, who signs in', format: 'uri' }) hostUrl: string;
  @StringField({ description: 'Shown once; valid until the session expires' }) inviteToken: string;
  @StringField({ description: 'Shown once; valid until the session expires' }) hostToken: string;
}

export class EndedSessionResponse {
  @BooleanField({ description: 'The session had been ended before; its promotion was tried again' })
  alreadyClosed: boolean;

  @EnumField(PROMOTIONS, { description: '`failed`: tracks are held; call end again' }) promotion: Promotion;
  @IntField({ description: 'Files saved by this call' }) savedCount: number;
  @IdField('recording', { nullable: true }) recordingId: string | null;
  @StringField({ optional: true, description: 'With `failed`: quote it to support' }) errorId?: string;
}

function toParticipant({ id, isGuest, displayName, joinedAt, leftAt }: Participant): ParticipantResponse {
  const times = { joinedAt: joinedAt.toISOString(), leftAt: leftAt?.toISOString() ?? null };
  return { participantId: id, isGuest, displayName, ...times };
}

export function toSession(room: Room, now: Date): SessionResponse {
  return {
    id: room.id,
    roomCode: room.roomCode,
    status: statusOf(room, now),
    maxGuests: room.maxGuests,
    createdAt: room.createdAt.toISOString(),
    expiresAt: room.expiresAt.toISOString(),
    endedAt: room.endedAt?.toISOString() ?? null,
    participants: room.participants.map(toParticipant),
  };
}
