import { Injectable } from '@nestjs/common';
import { AppError, invalidField } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import type { DeviceState } from '../messages/client-messages.js';
import { present, type Participant } from '../sessions/participant.model.js';
import { requireOpen } from '../sessions/session.model.js';
import { SessionRepository, type Room, type SessionRef } from '../sessions/session.repository.js';
import { ChatRepository } from './chat.repository.js';
import { ParticipantRepository, type ParticipantRef } from './participant.repository.js';
import { RoomChannel, type LiveState } from './room-channel.js';

/** What the people of a room tell each other through their pages, besides signals. */
@Injectable()
export class ConversationService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly participants: ParticipantRepository,
    private readonly chat: ChatRepository,
    private readonly channel: RoomChannel,
    private readonly clock: RoomClock,
  ) {}

  /** Tells everybody how this participant's devices are. Kept until the socket is closed. */
  async tellState(ref: ParticipantRef, connectionId: string, state: DeviceState): Promise<void> {
    const { sessionId, participantId } = ref;
    if (!(await this.participants.saveLive(participantId, connectionId, { state }))) return;
    const message = { type: 'state', participantId, ...state } as const;
    this.channel.publish(sessionId, { kind: 'say', message });
  }

  /** Tells everybody that this participant is ready for the next take. */
  async tellReady(ref: ParticipantRef, connectionId: string): Promise<void> {
    const { room, participant } = await this.find(ref);
    const readyTake = room.takeNumber + 1;
    if (!(await this.participants.saveLive(participant.id, connectionId, { readyTake }))) return;
    const live = (await this.live(room)).get(participant.id);
    this.channel.publishPresence(room.id, 'ready', participant, live);
  }

  /** @throws AppError `session_closed`, `link_expired` for who has left: their socket may not know of it yet. */
  async say(ref: ParticipantRef, text: string): Promise<void> {
    const { sessionId, participantId } = ref;
    await this.database.runDirectly(async () => {
      // Locked, so that nothing is said after the end, and the last 50 are the same to everybody.
      const { room, participant } = await this.find(ref, { lock: true });
      const now = await this.clock.read();
      requireOpen(room, now);
      const { displayName } = participant;
      const entry = { participantId, displayName, text, at: now.getTime() };
      const message = { type: 'chat', ...(await this.chat.add(sessionId, entry)) } as const;
      this.channel.publish(sessionId, { kind: 'say', message });
    });
  }

  /**
   * Asks the page of a participant to mute itself.
   * @throws AppError `invalid_input` when that participant is not in the room.
   */
  async mute(ref: SessionRef, by: string, participantId: string): Promise<void> {
    const { participants } = await this.sessions.get(ref);
    if (!present(participants).some(({ id }) => id === participantId))
      throw invalidField('participantId', 'not_allowed', 'Nobody in the room has this id.');
    this.channel.publish(ref.id, { kind: 'say', to: participantId, message: { type: 'mute', by } });
  }

  /** What is known of those who have a socket, by participant. */
  async live({ id, takeNumber }: Room): Promise<Map<string, LiveState>> {
    const live = await this.participants.live(id);
    return new Map(
      [...live].map(([participantId, { state, readyTake }]) => [
        participantId,
        { ready: readyTake === takeNumber + 1, ...(state === null ? {} : { state }) },
      ]),
    );
  }

  private async find(
    { organizationId, sessionId: id, participantId }: ParticipantRef,
    { lock = false } = {},
  ): Promise<{ room: Room; participant: Participant }> {
    const ref = { id, organizationId };
    const room = await (lock ? this.sessions.lock(ref) : this.sessions.get(ref));
    const participant = room.participants.find((one) => one.id === participantId);
    if (participant?.leftAt !== null)
      throw new AppError('link_expired', 'You are not in this room any more.');
    return { room, participant };
  }
}
