import { Injectable } from '@nestjs/common';
import { Bus, type Subscription } from '@capture/messaging';
import { Database } from '@capture/persistence';
import type { Participant } from '../sessions/participant.model.js';
import type { Presence, PresenceEvent, RoomNews } from './room-messages.js';

/**
 * Carries what happens in a room to every process that holds sockets of it. It may get lost with the bus: sockets find
 * out by their heartbeat, and whoever connects anew is told how things stand.
 */
@Injectable()
export class RoomNewsroom {
  constructor(
    private readonly bus: Bus,
    private readonly db: Database,
  ) {}

  /** Once the running transaction has committed; at once when there is none. */
  tell(sessionId: string, news: RoomNews): void {
    this.db.onCommit(() => this.bus.broadcast(topicOf(sessionId), news));
  }

  presence(sessionId: string, event: PresenceEvent, participant: Participant): void {
    const message = { type: 'presence', event, participant: toPresence(participant) } as const;
    this.tell(sessionId, { kind: 'say', message });
  }

  follow(sessionId: string, hear: (news: RoomNews) => void): Subscription {
    return this.bus.listen(topicOf(sessionId), (message) => hear(message as RoomNews));
  }
}

export function toPresence({ id, isGuest, displayName, connectionId }: Participant): Presence {
  return { participantId: id, isGuest, displayName, connected: connectionId !== null };
}

function topicOf(sessionId: string): string {
  return `rooms.${sessionId}`;
}
