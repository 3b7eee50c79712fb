import { Injectable } from '@nestjs/common';
import { AppError, createEvent, SessionParticipantJoined, SessionParticipantLeft } from '@capture/contracts';
import { Audit, Outbox } from '@capture/outbox';
import { keyedHash, newToken } from '@capture/platform';
import { Database } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import {
  connected,
  disconnected,
  isUsedUp,
  joining,
  known,
  left,
  present,
  type NewParticipant,
  type Participant,
} from '../sessions/participant.model.js';
import { SessionRepository, type Room, type SessionRef } from '../sessions/session.repository.js';
import { TakeRepository } from '../sessions/take.repository.js';
import { uploadsUntil, type SessionToken } from '../sessions/token.model.js';
import { TokenRepository } from '../sessions/token.repository.js';
import { ChatRepository } from './chat.repository.js';
import { ParticipantRepository, type ParticipantRef } from './participant.repository.js';
import { HostSignInRepository } from './host-sign-in.repository.js';
import { RoomAccessService, type ParticipantPrincipal } from './room-access.service.js';
import { RoomChannel } from './room-channel.js';

/** Who marks the absent waits no longer for a room: a frozen process may hold it, and those of other rooms come after. */
const LOCK_WAIT_MS = 250;

export interface Joined {
  participant: Participant;
  /** Not stored and not shown again. */
  participantToken: string;
  room: Room;
}

/** Joining, connecting, disconnecting and leaving. Every change locks the session's row. */
@Injectable()
export class RoomService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenRepository,
    private readonly takes: TakeRepository,
    private readonly participants: ParticipantRepository,
    private readonly chat: ChatRepository,
    private readonly access: RoomAccessService,
    private readonly signIns: HostSignInRepository,
    private readonly organizations: OrganizationRepository,
    private readonly channel: RoomChannel,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RoomClock,
    private readonly config: SessionsConfig,
  ) {}

  /**
   * Whoever is known already stays the participant they were.
   * @param by `shown`: the working token by which a guest was recognized, it stays theirs; `signInId`: a host's sign-in
   * @throws AppError `session_closed`, `session_full`, `organization_paused`, `unauthorized` for a sign-in that has ended.
   */
  async join(
    ref: SessionRef,
    newParticipant: NewParticipant,
    { shown, signInId = null }: { shown?: string | undefined; signInId?: string | null } = {},
  ): Promise<Joined> {
    const participantToken = shown ?? newToken();
    return this.database.runDirectly(async () => {
      const now = await this.clock.read();
      await this.requireSignedIn(ref, newParticipant, signInId, now);
      const room = await this.withPlace(await this.sessions.lock(ref), newParticipant);
      if (await this.organizations.isPaused(ref.organizationId))
        throw new AppError('organization_paused', 'The organization is paused; the room takes nobody in.');
      const participant = joining(room, room.participants, newParticipant, now);
      const before = known(room.participants, newParticipant);
      if (before) this.participants.saveAtEnd(participant);
      else this.participants.insert(room.id, participant);
      if (shown === undefined)
        this.tokens.insert(this.token(room, participant, { text: participantToken, signInId }, now));
      if (before?.leftAt !== null) {
        this.addJoinedEvent(room, participant, now);
        this.channel.publishPresence(room.id, 'joined', participant);
      }
      if (!participant.isGuest) {
        const detail = { participantId: participant.id };
        this.audit.record(ref.organizationId, { action: 'session.hosted', subject: room.id, detail });
      }
      const participants = before
        ? room.participants.map((one) => (one.id === participant.id ? participant : one))
        : [...room.participants, participant];
      return { participant, participantToken, room: { ...room, participants } };
    });
  }

  /**
   * Makes this socket the participant's; it replaces the one before. Resolves with nothing, and changes nothing, when it has
   * closed while it waited: its page may have opened another one since.
   * @throws AppError `session_closed`, `session_full` for somebody who had left, `link_expired` for who was removed.
   */
  async connect(
    ref: ParticipantPrincipal,
    socket: { id: string; isOpen: boolean },
  ): Promise<Room | undefined> {
    const { id: connectionId } = socket;
    return this.database.runDirectly(async () => {
      const { room, participant } = await this.lock(ref);
      if (!socket.isOpen) return undefined;
      await this.access.requirePresent(ref);
      const now = await this.clock.read();
      const back = connected(room, room.participants, participant, connectionId, now);
      this.participants.saveAtEnd(back);
      if (participant.leftAt !== null) this.addJoinedEvent(room, back, now);
      this.channel.publish(room.id, { kind: 'replaced', participantId: back.id, connectionId });
      this.channel.publishPresence(room.id, participant.leftAt === null ? 'connected' : 'joined', back);
      return {
        ...room,
        participants: room.participants.map((other) => (other.id === back.id ? back : other)),
      };
    });
  }

  /** The socket has closed. With `leaving` the participant leaves at once; otherwise they have some time to come back. */
  async disconnect(ref: ParticipantRef, connectionId: string, leaving: boolean): Promise<void> {
    await this.database.runDirectly(async () => {
      const { room, participant } = await this.lock(ref);
      if (participant.connectionId !== connectionId) return;
      const now = await this.clock.read();
      if (leaving) return this.leave(room, participant, now);
      const away = disconnected(participant, now);
      this.participants.saveAtEnd(away);
      this.channel.publishPresence(room.id, 'disconnected', away);
    });
  }

  /**
   * Marks the participant as left at their last heartbeat, unless there was one since `before`.
   * @throws Error that `waitedTooLong` knows, when the room stays locked by another transaction
   */
  async leaveAbsent(ref: ParticipantRef, before: Date): Promise<void> {
    await this.database.runDirectly(
      async () => {
        const { room, participant } = await this.lock(ref);
        const at = await this.participants.leaveUnseen(participant.id, before);
        if (at) this.tellLeft(room, left(participant, at), at);
      },
      { lockWaitMs: LOCK_WAIT_MS },
    );
  }

  /** Everybody leaves because the session is over. Call with the session's row locked. */
  async empty(room: Room, now: Date): Promise<void> {
    for (const participant of present(room.participants)) await this.leave(room, participant, now);
    await this.chat.clear(room.id);
    this.channel.publish(room.id, { kind: 'closed' });
  }

  /**
   * Closes sockets of somebody who may not be here any more, those of one sign-in or all; a participant who has no working
   * token left leaves at once. Call after taking tokens back, in the same transaction.
   */
  async shutOut(ref: ParticipantRef, { signInId, now }: { signInId?: string; now: Date }): Promise<void> {
    const { room, participant } = await this.lock(ref);
    const sockets = signInId === undefined ? {} : { signInId };
    this.channel.publish(room.id, { kind: 'shut', participantId: participant.id, ...sockets });
    if (participant.leftAt === null && !(await this.tokens.hasOne(participant.id)))
      await this.leave(room, participant, now);
  }

  private async leave(room: Room, participant: Participant, at: Date): Promise<void> {
    const gone = left(participant, at);
    await this.participants.save(gone);
    this.tellLeft(room, gone, at);
  }

  private tellLeft(room: Room, gone: Participant, at: Date): void {
    const data = { sessionId: room.id, participantId: gone.id, isGuest: gone.isGuest };
    this.outbox.add(createEvent(SessionParticipantLeft, room.organizationId, data, at));
    this.channel.publishPresence(room.id, 'left', gone);
  }

  private addJoinedEvent(room: Room, participant: Participant, now: Date): void {
    const data = { sessionId: room.id, participantId: participant.id, isGuest: participant.isGuest };
    this.outbox.add(createEvent(SessionParticipantJoined, room.organizationId, data, now));
  }

  /** Somebody who only came and went makes place where as many guests of an invite are remembered as may be. */
  private async withPlace(room: Room, newParticipant: NewParticipant): Promise<Room> {
    if (newParticipant.memberId !== null || known(room.participants, newParticipant)) return room;
    if (!isUsedUp(room.participants, newParticipant)) return room;
    const takes = await this.takes.ofSession(room);
    if (takes.length < room.takeNumber) return room;
    const forgotten = await this.participants.forgetOne(room.id, newParticipant.inviteId ?? null);
    return { ...room, participants: room.participants.filter(({ id }) => id !== forgotten) };
  }

  /** Before the session is locked, as where a sign-in ends, so that the two cannot wait for each other. */
  private async requireSignedIn(
    { organizationId }: SessionRef,
    { memberId }: NewParticipant,
    signInId: string | null,
    now: Date,
  ): Promise<void> {
    if (memberId === null || signInId === null) return;
    if (!(await this.signIns.use({ id: signInId, organizationId, memberId }, now)))
      throw new AppError('unauthorized', 'This sign-in has ended; sign in again.');
  }

  private token(
    room: Room,
    { id: participantId }: Participant,
    { text, signInId }: { text: string; signInId: string | null },
    now: Date,
  ): SessionToken {
    const hash = keyedHash(this.config.CAPTURE_TOKEN_SECRET, text);
    const owner = { sessionId: room.id, kind: 'participant', participantId, signInId } as const;
    const expiresAt = uploadsUntil(room.expiresAt);
    return { hash, ...owner, inviteId: null, createdAt: now, expiresAt, revokedAt: null };
  }

  private async lock(ref: ParticipantRef): Promise<{ room: Room; participant: Participant }> {
    const { organizationId, sessionId, participantId } = ref;
    const room = await this.sessions.lock({ id: sessionId, organizationId });
    const participant = room.participants.find(({ id }) => id === participantId);
    if (!participant) throw new Error(`session ${sessionId} has no participant ${participantId}`);
    return { room, participant };
  }
}
