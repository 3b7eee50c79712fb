import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Subscription } from '@capture/messaging';
import pTimeout from 'p-timeout';
import { RoomChannel } from '../rooms/room-channel.js';
import { newsOf, type LatestTake } from '../rooms/take.model.js';
import { CLOSE, type RoomBroadcast } from '../messages/room-broadcast.js';
import type { RoomConnection } from './room-connection.js';

/** How long a new socket waits for its room's subscription. When the bus is down, it is let in all the same. */
const SUBSCRIBE_MS = 1_000;
/** How long a stopping process waits for clients to answer its close frame. */
const CLOSE_MS = 1_000;

interface LocalRoom {
  subscription: Subscription;
  connections: Set<RoomConnection>;
}

/** The sockets of this process by room. Passes them what the room's channel carries. */
@Injectable()
export class RoomHub implements BeforeApplicationShutdown {
  private readonly rooms = new Map<string, LocalRoom>();
  private stopping = false;

  constructor(private readonly channel: RoomChannel) {}

  get connections(): RoomConnection[] {
    return [...this.rooms.values()].flatMap(({ connections }) => [...connections]);
  }

  /** Resolves once the socket hears the room, or the bus has not answered in time. */
  async add(sessionId: string, connection: RoomConnection): Promise<void> {
    if (this.stopping) return connection.close(CLOSE.restart);
    const room = this.rooms.get(sessionId) ?? this.open(sessionId);
    room.connections.add(connection);
    await pTimeout(room.subscription.ready, { milliseconds: SUBSCRIBE_MS, message: false });
  }

  async remove(sessionId: string, connection: RoomConnection): Promise<void> {
    const room = this.rooms.get(sessionId);
    if (!room?.connections.delete(connection) || room.connections.size > 0) return;
    this.rooms.delete(sessionId);
    await room.subscription.close();
  }

  /** Closes sockets that the room no longer knows: their clients connect again and get the current state. */
  drop(connectionIds: ReadonlySet<string>): void {
    for (const connection of this.connections)
      if (connectionIds.has(connection.id)) connection.close(CLOSE.restart);
  }

  /** Tells sockets how the latest take of their room stands. Whoever has heard of it already is told nothing. */
  tellTakes(takes: ReadonlyMap<string, LatestTake>): void {
    for (const connection of this.connections) {
      const take = takes.get(connection.id);
      const news = take && newsOf(take);
      if (news) connection.send(news);
    }
  }

  /** Closes sockets whose token was taken back. */
  shut(tokenHashes: ReadonlySet<string>): void {
    for (const connection of this.connections) if (tokenHashes.has(connection.tokenHash)) shut(connection);
  }

  /** Clients connect again, to another process. Until then their participants have not left. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.connections.map((connection) => connection.finish(CLOSE.restart, CLOSE_MS)));
  }

  private open(sessionId: string): LocalRoom {
    const connections = new Set<RoomConnection>();
    const subscription = this.channel.subscribe(sessionId, (broadcast) => {
      for (const connection of [...connections]) pass(broadcast, connection);
    });
    const room = { subscription, connections };
    this.rooms.set(sessionId, room);
    return room;
  }
}

function pass(broadcast: RoomBroadcast, connection: RoomConnection): void {
  const { participantId } = connection;
  switch (broadcast.kind) {
    case 'say': {
      const { message, to, except } = broadcast;
      if (participantId !== except && (to === undefined || to === participantId)) connection.send(message);
      return;
    }
    case 'replaced':
      if (broadcast.participantId === participantId && broadcast.connectionId !== connection.id)
        connection.close(CLOSE.replaced, 'replaced');
      return;
    case 'shut': {
      const { signInId } = broadcast;
      if (broadcast.participantId !== participantId) return;
      if (signInId === undefined || signInId === connection.signInId) shut(connection);
      return;
    }
    case 'closed':
      connection.send({ type: 'session.ended' });
      connection.close(CLOSE.left, 'session.ended');
  }
}

function shut(connection: RoomConnection): void {
  const detail = 'You are not in this room any more. What you recorded can still be sent.';
  connection.send({ type: 'error', code: 'link_expired', detail });
  connection.close(CLOSE.removed, 'removed');
}
