import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Every } from '@capture/platform';
import { Database, waitedTooLong } from '@capture/persistence';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { ParticipantRepository, type ParticipantRef } from '../rooms/participant.repository.js';
import { RoomService } from '../rooms/room.service.js';
import { TokenRepository } from '../sessions/token.repository.js';
import { RoomHub } from '../sockets/room-hub.js';
import { HeartbeatSeries } from './heartbeat-series.model.js';

const BATCH = 100;

/** Keeps presence true. Any number of processes may run it at once. */
@Injectable()
export class PresenceJobs implements OnModuleInit {
  private readonly graceMs: number;
  private readonly heartbeats: HeartbeatSeries;

  constructor(
    private readonly database: Database,
    private readonly participants: ParticipantRepository,
    private readonly tokens: TokenRepository,
    private readonly rooms: RoomService,
    private readonly hub: RoomHub,
    private readonly clock: RoomClock,
    { CAPTURE_ROOM_GRACE_SEC, CAPTURE_ROOM_HEARTBEAT_MS: everyMs }: SessionsConfig,
  ) {
    this.graceMs = CAPTURE_ROOM_GRACE_SEC * 1000;
    // Others who stood still as long as this process were last seen up to one heartbeat before.
    this.heartbeats = new HeartbeatSeries(Math.max(this.graceMs - everyMs, 2 * everyMs));
  }

  /** The time of grace of a process begins with its start. Without the database it begins later. */
  async onModuleInit(): Promise<void> {
    await this.update().catch(() => undefined);
  }

  /**
   * In this order and by one reading of the clock, so that after a pause of the process its own sockets are not taken for
   * absent. Nor are those of others after a pause of the database: they have the time of grace to say whom they see.
   */
  @Every((config: SessionsConfig) => config.CAPTURE_ROOM_HEARTBEAT_MS)
  update(): Promise<void> {
    return this.database.forEveryOrganization('people of all come and go', async () => {
      try {
        const now = await this.clock.read();
        await this.recordHeartbeats(now);
        this.heartbeats.noted(now, performance.now());
        if (this.heartbeats.lastedMs(now) >= this.graceMs) await this.removeAbsent(now);
      } catch (error) {
        this.heartbeats.failed();
        throw error;
      }
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

  /**
   * Marks participants as left after 30 s (`CAPTURE_ROOM_GRACE_SEC`) without a heartbeat, wherever their socket was. Those of a
   * room that stays locked wait for the next run: the heartbeats of others are noted by this one.
   */
  private async removeAbsent(now: Date): Promise<void> {
    const before = new Date(now.getTime() - this.graceMs);
    const locked = new Set<string>();
    let absent: ParticipantRef[];
    do {
      absent = await this.participants.absent(before, BATCH);
      for (const ref of absent) if (!locked.has(ref.sessionId)) await this.leave(ref, before, locked);
    } while (absent.length === BATCH && locked.size === 0);
  }

  private async leave(ref: ParticipantRef, before: Date, locked: Set<string>): Promise<void> {
    try {
      await this.database.forOrganization(ref.organizationId, () => this.rooms.leaveAbsent(ref, before));
    } catch (error) {
      if (!waitedTooLong(error)) throw error;
      locked.add(ref.sessionId);
    }
  }
}
