import { Injectable } from '@nestjs/common';
import { Bus, type Subscription } from '@capture/messaging';
import { Database } from '@capture/persistence';
import type { Participant } from '../sessions/participant.model.js';
import type { RoomBroadcast } from '../messages/room-broadcast.js';
import type { Presence, PresenceEvent } from '../messages/server-messages.js';

/** What a participant's page has told over their present socket. */
export type LiveState = Pick<Presence, 'ready' | 'state'>;

/**
 * Carries messages of a room to every process that holds sockets of it. Messages may get lost with the bus: the heartbeat
 * finds sockets that missed something, and a socket that connects again is welcomed with the current state.
 */
@Injectable()
export class RoomChannel {
  constructor(
    private readonly bus: Bus,
    private readonly database: Database,
  ) {}

  /** Once the running transaction has committed; at once when there is none. */
  publish(sessionId: string, broadcast: RoomBroadcast): void {
    this.database.onCommit(() => this.bus.broadcast(topicOf(sessionId), broadcast));
  }

  publishPresence(
    sessionId: string,
    event: PresenceEvent,
    participant: Participant,
    live: LiveState = {},
  ): void {
    const message = { type: 'presence', event, participant: toPresence(participant, live) } as const;
    this.publish(sessionId, { kind: 'say', message });
  }

  subscribe(sessionId: string, listener: (broadcast: RoomBroadcast) => void): Subscription {
    return this.bus.listen(topicOf(sessionId), (message) => listener(message as RoomBroadcast));
  }
}

export function toPresence(
  { id, isGuest, displayName, connectionId }: Participant,
  live: LiveState = {},
): Presence {
  return { participantId: id, isGuest, displayName, connected: connectionId !== null, ...live };
}

function topicOf(sessionId: string): string {
  return `rooms.${sessionId}`;
}
