import { Injectable } from '@nestjs/common';
import { AlignmentService } from '../alignment/alignment.service.js';
import { RoomClock } from '../clock/room-clock.js';
import { PROTOCOL_VERSION, type KnownTake, type Welcome } from '../messages/server-messages.js';
import { ChatRepository } from '../rooms/chat.repository.js';
import { ConversationService } from '../rooms/conversation.service.js';
import { IceServersService } from '../ice/ice-servers.service.js';
import type { ParticipantPrincipal } from '../rooms/room-access.service.js';
import { toPresence } from '../rooms/room-channel.js';
import { toTakeState } from '../rooms/take.service.js';
import { present } from '../sessions/participant.model.js';
import type { Room } from '../sessions/session.repository.js';
import { TakeRepository, type Take } from '../sessions/take.repository.js';
import { TrackService } from '../tracks/track.service.js';

/** Takes of which a welcome tells. */
const KNOWN_TAKES = 100;

/** Everything that a client needs who comes late, or again. */
@Injectable()
export class WelcomeService {
  constructor(
    private readonly takes: TakeRepository,
    private readonly tracks: TrackService,
    private readonly conversation: ConversationService,
    private readonly chat: ChatRepository,
    private readonly alignment: AlignmentService,
    private readonly clock: RoomClock,
    private readonly ice: IceServersService,
  ) {}

  /** Call once the socket hears the room: what is told from then on is not in here. */
  async of({ participantId }: ParticipantPrincipal, room: Room): Promise<Welcome> {
    const [live, clock, takes, uploads, chat] = await Promise.all([
      this.conversation.live(room),
      this.alignment.clockOf(participantId),
      this.takes.ofSession(room),
      this.tracks.uploads(room.id),
      this.chat.last(room.id),
    ]);
    const state = toTakeState(room);
    const { takeNumber, recording, atServerTime } = state;
    return {
      type: 'welcome',
      version: PROTOCOL_VERSION,
      participantId,
      participants: present(room.participants).map((one) => toPresence(one, live.get(one.id))),
      state,
      take: recording && atServerTime !== null ? { takeNumber, atServerTime } : null,
      takes: takes.slice(-KNOWN_TAKES).map(toKnownTake),
      uploads,
      chat,
      iceServers: this.ice.for(participantId),
      ...(clock && { clock }),
      serverTime: this.clock.at(performance.now()),
    };
  }
}

function toKnownTake({ takeNumber, startsAt, stoppedAt }: Take): KnownTake {
  return {
    takeNumber,
    atServerTime: startsAt.getTime(),
    stoppedAtServerTime: stoppedAt?.getTime() ?? null,
  };
}
