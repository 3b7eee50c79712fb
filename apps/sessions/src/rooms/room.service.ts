import { Injectable } from '@nestjs/common';
import { AppError, createEvent, SessionParticipantJoined, SessionParticipantLeft } from '@capture/contracts';
import { Audit, Outbox } from '@capture/messaging';
import { Clock } from '@capture/platform';
import { Database } from '@capture/persistence';
import { SessionsConfig } from '../config.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import {
  connected,
  disconnected,
  joining,
  left,
  present,
  type Newcomer,
  type Participant,
} from '../sessions/participant.model.js';
import { ParticipantRepository, type ParticipantRef } from './participant.repository.js';
import { uploadsUntil } from './room-access.service.js';
import { RoomNewsroom } from './room-channel.js';
import { SessionRepository, type Room, type SessionRef } from '../sessions/session.repository.js';
import { newTokenText, tokenHash } from '../sessions/token.model.js';

export interface Joined {
  participant: Participant;
  /** Its only appearance. */
  participantToken: string;
  room: Room;
}

/** Who is in a room: joining, sockets that come and go, leaving. Every change holds the session's row. */
@Injectable()
export class RoomService {
  constructor(
    private readonly db: Database<PrismaClient>,
    private readonly sessions: SessionRepository,
    private readonly participants: ParticipantRepository,
    private readonly organizations: OrganizationRepository,
    private readonly news: RoomNewsroom,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {}

  /** @throws AppError `session_closed`, `session_full`, `organization_paused`. */
  async join(ref: SessionRef, newcomer: Newcomer): Promise<Joined> {
    const participantToken = newTokenText();
    return this.db.run(async () => {
      const room = await this.sessions.lock(ref);
      const now = this.clock.now();
      if (await this.organizations.isPaused(ref.organizationId))
        throw new AppError('organization_paused', 'The organization is paused; the room takes nobody in.');
      const participant = joining(room, room.participants, newcomer, now);
      await this.participants.insert(room.id, participant);
      await this.sessions.addTokens([
        {
          hash: tokenHash(this.config.CAPTURE_TOKEN_SECRET, participantToken),
          sessionId: room.id,
          kind: 'participant',
          participantId: participant.id,
          createdAt: now,
          expiresAt: uploadsUntil(room.expiresAt),
        },
      ]);
      await this.stateJoined(room, participant, now);
      if (!participant.isGuest) {
        const detail = { participantId: participant.id };
        await this.audit.state(ref.organizationId, { action: 'session.hosted', subject: room.id, detail });
      }
      this.news.presence(room.id, 'joined', participant);
      return {
        participant,
        participantToken,
        room: { ...room, participants: [...room.participants, participant] },
      };
    });
  }

  /**
   * A socket speaks for the participant from now on; the one before it no longer does.
   * @throws AppError `session_closed`, and `session_full` for somebody who had left.
   */
  async connect(ref: ParticipantRef, connectionId: string): Promise<Room> {
    return this.db.run(async () => {
      const { room, participant } = await this.lock(ref);
      const now = this.clock.now();
      const back = connected(room, room.participants, participant, connectionId, now);
      await this.participants.save(back);
      if (participant.leftAt !== null) await this.stateJoined(room, back, now);
      this.news.tell(room.id, { kind: 'replaced', participantId: back.id, connectionId });
      this.news.presence(room.id, participant.leftAt === null ? 'connected' : 'joined', back);
      return {
        ...room,
        participants: room.participants.map((other) => (other.id === back.id ? back : other)),
      };
    });
  }

  /** The socket is gone. `leaving`: its person said so; otherwise they have some time to come back. */
  async disconnect(ref: ParticipantRef, connectionId: string, leaving: boolean): Promise<void> {
    await this.db.run(async () => {
      const { room, participant } = await this.lock(ref);
      if (participant.connectionId !== connectionId) return;
      const now = this.clock.now();
      if (leaving) return this.leave(room, participant, now);
      const away = disconnected(participant, now);
      await this.participants.save(away);
      this.news.presence(room.id, 'disconnected', away);
    });
  }

  /** Tells the others that this one is ready to record. */
  async ready({ organizationId, sessionId, participantId }: ParticipantRef): Promise<void> {
    const { participants } = await this.sessions.get({ id: sessionId, organizationId });
    const participant = participants.find(({ id }) => id === participantId);
    if (participant) this.news.presence(sessionId, 'ready', participant);
  }

  /** People of whom nothing was seen since `before` have left, at the moment they were seen last. */
  async leaveAbsent(ref: ParticipantRef, before: Date): Promise<void> {
    await this.db.run(async () => {
      const { room, participant } = await this.lock(ref);
      if (participant.leftAt === null && participant.seenAt < before)
        await this.leave(room, participant, participant.seenAt);
    });
  }

  /** The room is over for everybody. Call with the session's row held. */
  async empty(room: Room, now: Date): Promise<void> {
    for (const participant of present(room.participants)) await this.leave(room, participant, now);
    this.news.tell(room.id, { kind: 'closed' });
  }

  private async leave(room: Room, participant: Participant, at: Date): Promise<void> {
    const gone = left(participant, at);
    await this.participants.save(gone);
    const data = { sessionId: room.id, participantId: gone.id, isGuest: gone.isGuest };
    await this.outbox.add(createEvent(SessionParticipantLeft, room.organizationId, data, at));
    this.news.presence(room.id, 'left', gone);
  }

  private async stateJoined(room: Room, participant: Participant, now: Date): Promise<void> {
    const data = { sessionId: room.id, participantId: participant.id, isGuest: participant.isGuest };
    await this.outbox.add(createEvent(SessionParticipantJoined, room.organizationId, data, now));
  }

  private async lock(ref: ParticipantRef): Promise<{ room: Room; participant: Participant }> {
    const { organizationId, sessionId, participantId } = ref;
    const room = await this.sessions.lock({ id: sessionId, organizationId });
    const participant = room.participants.find(({ id }) => id === participantId);
    if (!participant) throw new Error(`session ${sessionId} has no participant ${participantId}`);
    return { room, participant };
  }
}
