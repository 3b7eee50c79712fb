import { Injectable } from '@nestjs/common';
import { Every } from '@capture/platform';
import { Database } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { ParticipantRepository, type ParticipantRef } from '../rooms/participant.repository.js';
import { RoomService } from '../rooms/room.service.js';
import { TokenRepository } from '../sessions/token.repository.js';
import { RoomHub } from './room-hub.js';

const BATCH = 100;

/** Keeps presence true. Any number of processes may run it at once. */
@Injectable()
export class PresenceJobs {
  constructor(
    private readonly database: Database,
    private readonly participants: ParticipantRepository,
    private readonly tokens: TokenRepository,
    private readonly rooms: RoomService,
    private readonly hub: RoomHub,
    private readonly clock: RoomClock,
    private readonly config: SessionsConfig,
  ) {}

  /**
   * In this order and by one reading of the clock, so that after a pause of the process its own sockets are not taken for
   * absent.
   */
  @Every((config: SessionsConfig) => config.CAPTURE_ROOM_HEARTBEAT_MS)
  update(): Promise<void> {
    return this.database.forEveryOrganization('people of all come and go', async () => {
      const now = await this.clock.read();
      await this.recordHeartbeats(now);
      await this.removeAbsent(now);
    });
  }

  /** Pings this process's sockets, notes which of them are open, and tells them of takes that the bus kept from them. */
  private async recordHeartbeats(now: Date): Promise<void> {
    const { connections } = this.hub;
    for (const connection of connections) connection.ping();
    const ids = connections.filter(({ isOpen, isWelcome }) => isOpen && isWelcome).map(({ id }) => id);
    if (ids.length === 0) return;
    this.hub.shut(new Set(await this.tokens.revoked(connections.map(({ tokenHash }) => tokenHash))));
    const takes = await this.participants.recordHeartbeats(ids, now);
    this.hub.drop(new Set(ids.filter((id) => !takes.has(id))));
    this.hub.tellTakes(takes);
  }

  /** Marks participants as left after 30 s (`CAPTURE_ROOM_GRACE_SEC`) without a heartbeat, wherever their socket was. */
  private async removeAbsent(now: Date): Promise<void> {
    const before = new Date(now.getTime() - this.config.CAPTURE_ROOM_GRACE_SEC * 1000);
    let absent: ParticipantRef[];
    do {
      absent = await this.participants.absent(before, BATCH);
      for (const ref of absent)
        await this.database.forOrganization(ref.organizationId, () => this.rooms.leaveAbsent(ref, before));
    } while (absent.length === BATCH);
  }
}
