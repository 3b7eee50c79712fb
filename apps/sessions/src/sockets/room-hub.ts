import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Subscription } from '@capture/messaging';
import { atMost } from '@capture/platform';
import type { RoomConnection } from './room-connection.js';
import { CLOSE, type RoomNews } from '../rooms/room-messages.js';
import { RoomNewsroom } from '../rooms/room-channel.js';

/** Time in which the bus may take note of a listener; without the bus a room is quiet, but nobody is kept out of it. */
const LISTEN_MS = 1_000;
/** Time in which clients may answer the good-bye of a stopping process. */
const GOODBYE_MS = 1_000;

interface LocalRoom {
  subscription: Subscription;
  connections: Set<RoomConnection>;
}

/** The sockets of this process, by room, and what they hear of the rest of theirs. */
@Injectable()
export class RoomHub implements BeforeApplicationShutdown {
  private readonly rooms = new Map<string, LocalRoom>();
  private stopping = false;

  constructor(private readonly news: RoomNewsroom) {}

  get connections(): RoomConnection[] {
    return [...this.rooms.values()].flatMap(({ connections }) => [...connections]);
  }

  /** Resolves once the socket hears the room, or the bus is not there to be heard. */
  async add(sessionId: string, connection: RoomConnection): Promise<void> {
    if (this.stopping) return connection.close(CLOSE.restart);
    const room = this.rooms.get(sessionId) ?? this.follow(sessionId);
    room.connections.add(connection);
    await atMost(LISTEN_MS, room.subscription.ready);
  }

  async remove(sessionId: string, connection: RoomConnection): Promise<void> {
    const room = this.rooms.get(sessionId);
    if (!room?.connections.delete(connection) || room.connections.size > 0) return;
    this.rooms.delete(sessionId);
    await room.subscription.close();
  }

  /** Closes sockets that the room no longer knows: they connect again and are told how things stand. */
  drop(connectionIds: ReadonlySet<string>): void {
    for (const connection of this.connections)
      if (connectionIds.has(connection.id)) connection.close(CLOSE.restart);
  }

  /** Clients connect again, to another process; until then nobody has left. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.connections.map((connection) => connection.finish(CLOSE.restart, GOODBYE_MS)));
  }

  private follow(sessionId: string): LocalRoom {
    const connections = new Set<RoomConnection>();
    const subscription = this.news.follow(sessionId, (news) => {
      for (const connection of [...connections]) pass(news, connection);
    });
    const room = { subscription, connections };
    this.rooms.set(sessionId, room);
    return room;
  }
}

function pass(news: RoomNews, connection: RoomConnection): void {
  const { participantId } = connection;
  switch (news.kind) {
    case 'say': {
      const { message, to, except } = news;
      if (participantId !== except && (to === undefined || to === participantId)) connection.send(message);
      return;
    }
    case 'replaced':
      if (news.participantId === participantId && news.connectionId !== connection.id)
        connection.close(CLOSE.replaced, 'replaced');
      return;
    case 'closed':
      connection.send({ type: 'session.ended' });
      connection.close(CLOSE.left, 'session.ended');
  }
}
